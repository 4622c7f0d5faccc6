// Parts of the site. A page that was opened from a folder may not fetch files, but may run scripts: each
// part is a script that hands its value to `deliver`. In the one-file form, a part is an element.
// Browsers keep the texts of a page's scripts, 70 MB for fourteen models: on a host, weights are loaded by
// workers, which end.

// The script of a worker that loads a file.
const LOADING = `${bytesOf}
onmessage = ({ data }) => {
  let bytes = null;
  self.deliver = (_, text) => { bytes = bytesOf(text); };
  try { importScripts(data); } catch {}
  postMessage(bytes, bytes ? [bytes] : []);
}`;

/** @type {Map<string, (value: any) => void>} */
const awaited = new Map();

/** @type {Map<string, Promise<any>>} */
const found = new Map();

/** @type {string[]} what a page's own list of loaded files lacks */
const loadedByWorkers = [];

/** @type {Promise<any>} */
let lastLoad = Promise.resolve();

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

/** Returns the address of a part's file. @param {string} path */
const fileOf = (path) => `${path.split("/").map(encodeURIComponent).join("/")}.js`;

/** @param {string} path @returns {Promise<any>} */
function load(path) {
  const here = document.getElementById(path);
  if (here) {
    const text = here.textContent ?? "";
    return Promise.resolve(
      here.getAttribute("type") === "application/json" ? JSON.parse(text) : text,
    );
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
    script.src = fileOf(path);
    document.head.append(script);
  });
}

/**
 * Returns the bytes of a part, such as `weights/eng-fra/luong-dot`. An error says whether it is missing or cut.
 * @param {string} path @returns {Promise<ArrayBuffer>}
 */
export async function requestBytes(path) {
  if (location.protocol.startsWith("http") && !document.getElementById(path)) {
    const bytes = await loadBytes(fileOf(path));
    if (bytes) return bytes;
  }
  try {
    return bytesOf(await request(path));
  } finally {
    found.delete(path);
  }
}

/** Returns the bytes that a text has in base64. @param {string} text @returns {ArrayBuffer} */
export function bytesOf(text) {
  try {
    if ("fromBase64" in Uint8Array) return /** @type {any} */ (Uint8Array).fromBase64(text).buffer;
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
  } catch {
    throw new Error("the file of weights is cut short");
  }
}

/**
 * Returns the bytes of a file, or null if a worker cannot load it. Files are loaded one after the other,
 * so that the first is there soon, each by a worker of its own, whose memory is freed when it ends.
 * @param {string} file @returns {Promise<ArrayBuffer | null>}
 */
function loadBytes(file) {
  const url = new URL(file, location.href).href;
  /** @returns {Promise<ArrayBuffer | null>} */
  const bring = () =>
    new Promise((resolve) => {
      const worker = new Worker(
        URL.createObjectURL(new Blob([LOADING], { type: "text/javascript" })),
      );
      const end = (/** @type {ArrayBuffer | null} */ bytes) => {
        worker.terminate();
        if (bytes) loadedByWorkers.push(url);
        resolve(bytes);
      };
      worker.addEventListener("message", ({ data }) => end(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        end(null);
      });
      worker.postMessage(url);
    });
  lastLoad = lastLoad.then(bring).catch(() => null);
  return lastLoad;
}

/** Returns the addresses of the files that the page has loaded. */
export const loadedFiles = () => [
  ...performance.getEntriesByType("resource").map(({ name }) => name),
  ...loadedByWorkers,
];

/** Takes the parts that scripts deliver. */
export function takeParts() {
  /** @type {any} */ (globalThis).deliver = (
    /** @type {string} */ path,
    /** @type {any} */ value,
  ) => {
    awaited.get(path)?.(value);
    awaited.delete(path);
  };
}
