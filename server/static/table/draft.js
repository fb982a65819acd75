// What is being entered outlives a reload: phones reload a page after the camera, or after sleep.

import { code } from "./api.js";
import { dropPhoto, keepPhoto, photoOf } from "../photos.js";

const FIELDS = ["groups", "quads", "choices", "size", "writing", "text"];
const nameOf = (key) => `meldcam.entry.${code}.${key}`;

/** Keep what stands in `part` under its key. */
export function keepDraft(part) {
  const kept = Object.fromEntries(FIELDS.map((field) => [field, part[field]]));
  try {
    localStorage.setItem(nameOf(part.draft), JSON.stringify(kept));
  } catch {
    // A full or forbidden storage costs the survival of a reload, nothing else.
  }
}

/** Keep the photo as well. */
export const keepDraftPhoto = (part) => keepPhoto(nameOf(part.draft), part.blob);

/** Bring back into `part` what was kept; `found(blob)` is told when the photo is there again. */
export function restoreDraft(part, found) {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(part.draft)));
    if (!kept) return;
    Object.assign(part, kept);
    if (kept.size) photoOf(nameOf(part.draft)).then((blob) => blob && found(blob));
  } catch {
    // What cannot be read is not there.
  }
}

/** Forget it: it was handed over. */
export function dropDraft(part) {
  localStorage.removeItem(nameOf(part.draft));
  dropPhoto(nameOf(part.draft));
}
