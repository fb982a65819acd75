// The photos themselves, kept in the browser so that a reload shows them again.

const opening = new Promise((resolve, reject) => {
  const request = indexedDB.open("meldcam", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("photos");
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
opening.catch(() => {}); // Private windows may have none; then a reload forgets the photo.

const urls = {};

/** Keep the photo of a part ("rack", "table"). */
export async function keepPhoto(name, blob) {
  forgetUrl(name);
  urls[name] = URL.createObjectURL(blob);
  await store("readwrite", (photos) => photos.put(blob, name)).catch(() => {});
}

/** Return the kept photo, or undefined. */
export const photoOf = (name) =>
  store("readonly", (photos) => photos.get(name)).catch(() => undefined);

/** Bring the kept photos back after a reload. */
export async function restorePhotos(names) {
  for (const name of names) {
    const blob = await photoOf(name);
    if (blob && !urls[name]) urls[name] = URL.createObjectURL(blob);
  }
}

export const photoUrl = (name) => urls[name];

export async function dropPhoto(name) {
  forgetUrl(name);
  await store("readwrite", (photos) => photos.delete(name)).catch(() => {});
}

function forgetUrl(name) {
  if (urls[name]) URL.revokeObjectURL(urls[name]);
  delete urls[name];
}

async function store(mode, use) {
  const database = await opening;
  return new Promise((resolve, reject) => {
    const request = use(database.transaction("photos", mode).objectStore("photos"));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
