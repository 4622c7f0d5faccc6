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

/** @type {WeakMap<Element, { part: any, calls: number, given: any }>} */
const mounted = new WeakMap();

/**
 * Handles a call: mounts the component if it is new, passes it the data if they are new, and
 * returns the function that unmounts it: in the app once its element has left the page.
 *
 * `mount` returns the component's state. Its `root` is added to the page; its `setState` and
 * `trigger`, which are set here, report to Python.
 * @template {Part} T
 * @param {Call} call
 * @param {{ mount: () => T, receive: (part: T, data: any) => void, unmount: (part: T) => void }} own
 */
export function live({ data, parentElement, setStateValue, setTriggerValue }, own) {
  const life = mounted.get(parentElement) ?? { part: own.mount(), calls: 0, given: null };
  const { part } = life;
  if (!mounted.has(parentElement)) parentElement.append(part.root);
  mounted.set(parentElement, life);
  part.setState = setStateValue ?? toNobody;
  part.trigger = setTriggerValue ?? toNobody;
  if (data !== life.given) own.receive(part, data);
  life.given = data;
  life.calls += 1;
  const call = life.calls;
  return () => {
    // Streamlit also runs the clean-up of a call that a newer one replaces, and on a busy machine before
    // the newer one comes. Then the element is still there, and so is what a person has done in it.
    const ended = setStateValue ? !parentElement.isConnected : call === life.calls;
    if (!ended || mounted.get(parentElement) !== life) return;
    own.unmount(part);
    part.root.remove();
    mounted.delete(parentElement);
  };
}
