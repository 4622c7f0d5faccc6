// Parts of the site. A page that was opened from a folder may not fetch files, but may run scripts: each
// part is a script that hands its value to `deliver`. In the one-file form, a part is an element.

/** @type {Map<string, (value: any) => void>} */
const awaited = new Map();

/** @type {Map<string, Promise<any>>} */
const found = new Map();

/**
 * Returns a part, such as `pairs/eng-fra`. An error says whether it is missing or cut.
 * @param {string} path @returns {Promise<any>}
 */
export function request(path) {
  const known = found.get(path);
  if (known) return known;
  const wanted = load(path);
  found.set(path, wanted);
  wanted.catch(() => found.delete(path)); // So that it can be tried again.
  return wanted;
}

/** Drops a part, so that its memory is freed. @param {string} path */
export const forget = (path) => found.delete(path);

/** @param {string} path @returns {Promise<any>} */
function load(path) {
  const here = document.getElementById(path);
  if (here) {
    const text = here.textContent ?? "";
    return Promise.resolve(here.getAttribute("type") === "application/json" ? JSON.parse(text) : text);
  }
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const name = `${path}.js`;
    const end = (/** @type {string} */ problem) => {
      script.remove();
      if (awaited.delete(path)) reject(new Error(problem));
    };
    awaited.set(path, resolve);
    script.addEventListener("load", () => end(`the file ${name} is cut short`));
    script.addEventListener("error", () => end(`the file ${name} is missing`));
    script.src = name.split("/").map(encodeURIComponent).join("/");
    document.head.append(script);
  });
}

/** Takes the parts that scripts deliver. */
export function takeParts() {
  /** @type {any} */ (globalThis).deliver = (/** @type {string} */ path, /** @type {any} */ value) => {
    awaited.get(path)?.(value);
    awaited.delete(path);
  };
}
