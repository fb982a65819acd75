// The photo with every reading outlined: a tap on a tile corrects it, a tap beside one adds.

import { svg } from "../dom.js";
import * as geometry from "../geometry.js";
import { openPad } from "./pad.js";
import { colourOf } from "../tiles.js";
import { t } from "../words.js";

/** Show the photo of what is being entered. */
export function photoView(part) {
  const placed = part.groups.flat().filter((one) => part.quads[one.id]);
  const box = geometry.crop(placed.map((one) => part.quads[one.id]), part.size);
  const drawing = svg("svg", {
    class: "photo", viewBox: box.join(" "), role: "img", "aria-label": t("photo.label", { n: placed.length }),
    onclick: (event) => tapped(part, placed, drawing, event),
  },
  svg("image", { href: part.url, width: part.size[0], height: part.size[1], preserveAspectRatio: "none" }),
  placed.map((one) => svg("polygon", {
    class: `outline${one.open ? " is-unsure" : ""}`, "data-colour": colourOf(one.tile), "vector-effect": "non-scaling-stroke",
    points: part.quads[one.id].map((corner) => corner.join(",")).join(" "),
  })));
  return drawing;
}

function tapped(part, placed, drawing, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const point = [at.x, at.y];
  const far = (one) => geometry.distance(geometry.centre(part.quads[one.id]), point);
  const near = [...placed].sort((a, b) => far(a) - far(b));
  const hit = near.find((one) => geometry.contains(part.quads[one.id], point));
  if (hit) {
    openPad(part, { id: hit.id });
    return;
  }
  const seen = Object.fromEntries(Object.entries(part.quads).map(([id, quad]) => [id, { quad }]));
  openPad(part, {
    place: geometry.placeAt(point, part.groups, seen),
    quad: near.length ? geometry.copyTo(part.quads[near[0].id], point) : null,
  });
}
