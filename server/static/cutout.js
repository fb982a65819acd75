// A tile cut out of its photo, to look at while it is named.

import { svg } from "./dom.js";
import { upright } from "./geometry.js";
import { photoUrl } from "./photos.js";
import { t } from "./words.js";

/** Show what the photo has at a quad, upright and large. */
export function cutOut(part, quad, size = 1.9) {
  const tall = size * 1.25;
  return svg("svg", {
    class: "cut-out", viewBox: `${-size / 2} ${-tall / 2} ${size} ${tall}`, role: "img",
    "aria-label": t("photo.cutOut"),
  },
  svg("g", { transform: upright(quad) },
    photoUrl(part.key) && svg("image", {
      href: photoUrl(part.key), width: part.size[0], height: part.size[1], preserveAspectRatio: "none",
    }),
    svg("polygon", { class: "cut-out-line", points: quad.map((corner) => corner.join(",")).join(" "), "vector-effect": "non-scaling-stroke" })));
}
