// The photo with every reading drawn on it. A tap on a tile corrects it, a tap beside one adds.

import { h, icon, svg } from "./dom.js";
import * as geometry from "./geometry.js";
import { openPad } from "./pad.js";
import { photoUrl } from "./photos.js";
import { colourOf, JOKER, shownSign } from "./tiles.js";
import { t } from "./words.js";

/** Show a part's photo, or nothing if it has none. */
export function photoView(part) {
  const { key, shown } = part;
  if (!part.size) return null;
  const placed = part.groups.flat().filter((one) => part.seen[one.id]?.quad);
  const quads = placed.map((one) => part.seen[one.id].quad);
  const box = shown.whole ? [0, 0, ...part.size] : geometry.crop(quads, part.size);
  const drawing = svg("svg", {
    class: "photo", viewBox: box.join(" "), role: "img", "data-part": key,
    "aria-label": part.say("photo.label", { n: placed.length }),
    onclick: (event) => tapped(part, drawing, event),
  },
  svg("rect", { class: "photo-blank", x: 0, y: 0, width: part.size[0], height: part.size[1] }),
  photoUrl(key) && svg("image", {
    href: photoUrl(key), width: part.size[0], height: part.size[1], preserveAspectRatio: "none",
  }),
  placed.map((one) => outline(one, part.seen[one.id].quad)),
  placed.map((one) => label(one, part.seen[one.id].quad, box)));
  return h("figure", { class: "photo-frame" }, drawing, h("figcaption", {},
    h("span", {}, part.say(photoUrl(key) ? "photo.hint" : "photo.notShown")),
    h("button", {
      type: "button", class: "round", "data-key": `zoom-${key}`, "aria-pressed": String(shown.whole),
      "aria-label": t("photo.whole"), title: t("photo.whole"),
      onclick: () => part.show({ whole: !shown.whole }),
    }, icon(shown.whole ? "closer" : "whole"))));
}

function outline(one, quad) {
  return svg("polygon", {
    class: `outline${one.open ? " is-unsure" : ""}`, "data-colour": colourOf(one.tile),
    points: points(quad), "vector-effect": "non-scaling-stroke",
  });
}

function label(one, quad, box) {
  const size = geometry.width(quad);
  const joker = one.tile === JOKER;
  const text = (joker ? "" : shownSign(one.tile)) + (one.open ? "?" : "");
  const wide = size * (0.42 + 0.28 * (text.length + Number(joker)));
  const tall = size * 0.58;
  const [x, y] = geometry.above(quad, 0.36);
  // A tile at the photo's edge keeps its label within the picture.
  const left = Math.min(Math.max(x - wide / 2, box[0]), box[0] + box[2] - wide);
  const top = Math.min(Math.max(y - tall / 2, box[1]), box[1] + box[3] - tall);
  return svg("g", { class: `label${one.open ? " is-unsure" : ""}`, "data-colour": colourOf(one.tile) },
    svg("rect", { x: left, y: top, width: wide, height: tall, rx: tall * 0.3 }),
    joker ? svg("use", { href: "#joker", x: left + tall * 0.15, y: top, width: tall * 0.85, height: tall }) : null,
    svg("text", {
      x: left + wide / 2 + (joker ? tall * 0.4 : 0), y: top + tall * 0.79, "font-size": tall * 0.86, "text-anchor": "middle",
    }, text));
}

function tapped(part, drawing, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const point = [at.x, at.y];
  const placed = part.groups.flat().filter((one) => part.seen[one.id]?.quad)
    .map((one) => ({ id: one.id, quad: part.seen[one.id].quad }));
  placed.sort((a, b) =>
    geometry.distance(geometry.centre(a.quad), point) - geometry.distance(geometry.centre(b.quad), point));
  const hit = placed.find((one) => geometry.contains(one.quad, point));
  if (hit) {
    openPad(part, { id: hit.id });
    return;
  }
  openPad(part, {
    place: geometry.placeAt(point, part.groups, part.seen),
    quad: placed.length ? geometry.copyTo(placed[0].quad, point) : null,
  });
}

const points = (quad) => quad.map((corner) => corner.join(",")).join(" ");
