// How a component lives: Streamlit calls a script again, on the same element, when its data change.

/** @typedef {(name: string, value: unknown) => void} Send */
/**
 * @typedef {{
 *   data: any, parentElement: Element, setStateValue?: Send, setTriggerValue?: Send,
 * }} Call
 */
/** @typedef {{ root: Element, setState?: Send, trigger?: Send }} Part */

/** @type {Send} A component inside another one, or in a file, has no Python to report to. */
const toNobody = () => {};

/** @type {WeakMap<Element, { part: any, calls: number, given: any }>} */
const mounted = new WeakMap();

/**
 * Answers a call: mounts the component where it is new, and hands it data that are.
 *
 * What `mount` returns is the component's own memory: its root is put into the page, and `setState`
 * reports to Python.
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
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  life.calls += 1;
  const call = life.calls;
  return () => {
    if (call !== life.calls) return;
    own.unmount(part);
    part.root.remove();
    mounted.delete(parentElement);
  };
}
