// The service worker of a live page: it keeps each file of the site that was loaded, for times without a
// network. With one, files come from the host, so a new version of the site is never mixed with an old one.

const scope = /** @type {any} */ (self);
const SITE = "alignoscope";

scope.addEventListener("install", () => scope.skipWaiting());
// What the first visit loads from now on is kept, too.
scope.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(scope.clients.claim()),
);

// What was loaded before this worker was there is named by the page.
scope.addEventListener("message", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(SITE).then(async (site) => {
      for (const url of event.data) if (!(await site.match(url))) await site.add(url);
    }),
  );
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  let found;
  try {
    found = await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { cacheName: SITE });
    if (kept) return kept;
    throw error;
  }
  try {
    if (found.ok) await (await caches.open(SITE)).put(request, found.clone());
  } catch {
    // There is no room for it: the page has it all the same.
  }
  return found;
}
