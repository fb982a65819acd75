// The ways to give the page a photo.

import { h, icon } from "./dom.js";
import { liveButton } from "./live.js";
import { startReading } from "./reading.js";
import { t } from "./words.js";

/**
 * Show the camera button and the one for a photo that exists already: `again` where there is one,
 * `quiet` within a text, at the `side` of a more important button.
 */
export function photoButtons(part, { again = false, quiet = false, side = false, label = null } = {}) {
  const text = label ?? (again ? t("photo.again") : part.say(`photo.take.${part.purpose}`));
  return [
    h("label", { class: `button${side ? " is-side is-icon" : quiet ? "" : " is-primary"}` }, icon("camera"), side ? null : text, input(part, text, true)),
    h("label", { class: quiet ? "button" : `button is-side${again ? " is-icon" : ""}` },
      quiet || again ? icon("gallery") : null,
      again && !quiet ? null : t("photo.choose"),
      input(part, part.say(`photo.choose.${part.purpose}`), false)),
    side || again ? null : liveButton(part, quiet),
  ];
}

function input(part, label, camera) {
  const kind = camera ? "camera" : "file";
  return h("input", {
    type: "file", accept: "image/*,.heic,.heif", capture: camera ? "environment" : null,
    "aria-label": label, "data-photo": `${part.key}-${kind}`, "data-key": camera ? `photo-${part.key}` : `file-${part.key}`,
    onchange: (event) => {
      const [file] = event.target.files;
      event.target.value = ""; // so that the same photo can be chosen again
      if (file) startReading(part, file);
    },
  });
}
