// The lifecycle of a component: Streamlit calls its script again, on the same element, whenever its
// data change.

/** @typedef {(name: string, value: unknown) => void} Send */
/**
 * @typedef {{
 *   data: any, parentElement: Element, setStateValue?: Send, setTriggerValue?: Send,
 * }} Call
 */
/** @typedef {{ root: Element, setState?: Send, trigger?: Send }} Part */

/**
 * Ignores a report: a component inside another one, in a saved file or in a picture has no Python to report to.
 * @type {Send}
 */
export const toNobody = () => {};

/**
 * A component that is shown: its state, the element that it is in, its calls, the data that it was
 * given, and the control in it that had the focus last.
 * @typedef {{
 *   part: any, element: Element | null, calls: number, given: any, focused: HTMLElement | null,
 * }} Life
 */

/** @type {WeakMap<Element, Life>} */
const mounted = new WeakMap();

/** The last component with a name, which may go on. @type {{ name: string, life: Life } | null} */
let last = null;
const SOON_MS = 2000; // After that, what has left the page does not come back.

/**
 * Handles a call: mounts the component if it is new, passes it the data if they are new, and
 * returns the function that unmounts it: in the app once its element has left the page.
 *
 * `mount` returns the component's state. Its `root` is added to the page; its `setState` and
 * `trigger`, which are set here, report to Python. On a busy machine Streamlit may put a component
 * into a new element; one whose data have a name (`nameOf`) goes on there, with all that a person
 * has done in it and the focus.
 * @template {Part} T
 * @param {Call} call
 * @param {{
 *   mount: () => T, receive: (part: T, data: any) => void, unmount: (part: T) => void,
 *   nameOf?: (data: any) => string,
 * }} own
 */
export function live({ data, parentElement, setStateValue, setTriggerValue }, own) {
  const name = own.nameOf?.(data) ?? "";
  const left = name && last?.name === name ? last.life : null;
  const life = mounted.get(parentElement) ?? left ?? begin(own.mount(), name);
  const { part, element, focused } = life;
  if (name) last = { name, life };
  if (element !== parentElement) {
    if (element) mounted.delete(element);
    mounted.set(parentElement, life);
    life.element = parentElement;
    parentElement.append(part.root);
    if (focused && document.activeElement === document.body) focused.focus({ preventScroll: true });
  }
  part.setState = setStateValue ?? toNobody;
  part.trigger = setTriggerValue ?? toNobody;
  if (data !== life.given) own.receive(part, data);
  life.given = data;
  life.calls += 1;
  const call = life.calls;
  const isHere = () => mounted.get(parentElement) === life;
  const end = () => {
    if (!isHere()) return;
    own.unmount(part);
    part.root.remove();
    mounted.delete(parentElement);
    if (last?.life === life) last = null;
  };
  return () => {
    // Streamlit also runs the clean-up of a call that a newer one replaces, and on a busy machine before
    // the newer one comes. Then the element is still there, and so is what a person has done in it.
    const ended = setStateValue ? !parentElement.isConnected : call === life.calls;
    if (!ended || !isHere()) return;
    if (!name || !setStateValue) return end();
    part.setState = part.trigger = toNobody;
    setTimeout(() => parentElement.isConnected || end(), SOON_MS);
  };
}

/** @param {Part} part @param {string} name @returns {Life} */
function begin(part, name) {
  /** @type {Life} */
  const life = { part, element: null, calls: 0, given: null, focused: null };
  if (name) {
    part.root.addEventListener("focusin", ({ target }) => {
      life.focused = /** @type {HTMLElement} */ (target);
    });
  }
  return life;
}
