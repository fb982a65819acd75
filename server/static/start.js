// The first scene, and the ways to give the page a photo.

import { h, icon } from "./dom.js";
import { startReading } from "./reading.js";
import { state, tilesOf } from "./store.js";
import { tileView } from "./tiles.js";
import { t } from "./words.js";

const EXAMPLE = ["r7", "b7", "y7", "k10", "k11", "k12", "*"];

/** Show what this is for, and the way back to a rack read before. */
export function startView() {
  return h("section", { class: "start" },
    h("div", { class: "rack" }, h("div", { class: "row", "aria-hidden": "true" }, EXAMPLE.map((tile) => tileView(tile)))),
    h("h1", {}, t(`start.title.${state.game}`)),
    h("p", {}, t(`start.text.${state.game}`)),
    h("ul", { class: "start-tips" },
      ["start.tip.fill", "start.tip.light", "start.tip.private"].map((key) => h("li", {}, icon("check"), t(key)))),
    state.rack.source ? h("a", { class: "button", href: "#rack" }, t("start.back", { n: tilesOf(state.rack).length })) : null,
    h("p", {}, h("a", { class: "button is-quiet", href: "/games", "data-key": "together" }, t("start.together"))));
}

/** Show the camera button and the one for a photo that exists already. */
export function photoButtons(name, { again = false, quiet = false } = {}) {
  const label = again ? "photo.again" : `photo.take.${name}`;
  return [
    h("label", { class: `button ${quiet ? "" : "is-primary"}` }, icon("camera"), t(label), input(name, t(label), true)),
    h("label", { class: quiet ? "button" : `button is-side${again ? " is-icon" : ""}` },
      quiet || again ? icon("gallery") : null,
      again && !quiet ? null : t("photo.choose"),
      input(name, t(`photo.choose.${name}`), false)),
  ];
}

function input(name, label, camera) {
  return h("input", {
    type: "file", accept: "image/*,.heic,.heif", capture: camera ? "environment" : null,
    "aria-label": label, "data-photo": `${name}-${camera ? "camera" : "file"}`,
    "data-key": `${name}-${camera ? "camera" : "file"}`,
    onchange: (event) => {
      const [file] = event.target.files;
      event.target.value = ""; // so that the same photo can be chosen again
      if (file) startReading(name, file);
    },
  });
}
