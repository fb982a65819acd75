// What the photo cannot show: what happened in the round, and what lies on the table.

import { h, icon } from "./dom.js";
import { photoView } from "./overlay.js";
import { dropPhoto } from "./photos.js";
import { questionView } from "./questions.js";
import { troubleView } from "./reading.js";
import { partView } from "./rows.js";
import { photoButtons } from "./start.js";
import { change, clear, state } from "./store.js";
import { t } from "./words.js";

/** Show the answer among the settings of the chosen game that bear on it. */
export function settingsView(answer, redraw, type) {
  return state.game === "brett" ? [answer, closing()] : [opened(), answer, table(redraw, type)];
}

function opened() {
  return h("section", { class: "card settings" },
    h("label", { class: "setting" },
      h("span", {}, t("set.opened"), h("small", {}, t("set.opened.help"))),
      h("span", { class: "switch" },
        h("input", {
          type: "checkbox", role: "switch", checked: state.opened, "data-key": "opened",
          onchange: (event) => change((now) => { now.opened = event.target.checked; }),
        }), h("span", {}))));
}

function table(redraw, type) {
  const trouble = troubleView("table");
  if (!state.table.source) {
    return h("section", { class: "card part", id: "part-table" },
      h("h2", {}, t("part.table")),
      h("p", { class: "hint" }, t("table.why")),
      trouble,
      h("div", { class: "add-table" }, photoButtons("table", { quiet: true }),
        h("button", { type: "button", class: "button", "data-key": "type-table", onclick: () => type("table") }, icon("text"), t("start.type"))));
  }
  return h("section", { class: "card part", id: "part-table" },
    trouble, questionView("table"), photoView("table", redraw), partView("table", redraw),
    h("div", { class: "add-table" }, photoButtons("table", { again: true, quiet: true }),
      h("button", {
        type: "button", class: "button", "data-key": "drop-table",
        onclick: () => { dropPhoto("table"); clear("table"); },
      }, icon("bin"), t("table.drop"))));
}

function closing() {
  return h("section", { class: "card settings" },
    stepper("thrown", 0, 6), stepper("multiplier", 1, 9), stepper("opponents", 1, 3));
}

function stepper(key, least, most) {
  const set = (by) => change((now) => { now[key] = Math.min(most, Math.max(least, now[key] + by)); });
  const button = (by, symbol, words, disabled) => h("button", {
    type: "button", class: "round", disabled, "data-key": `${key}${by}`,
    "aria-label": t(words, { what: t(`set.${key}`) }), onclick: () => set(by),
  }, icon(symbol));
  return h("div", { class: "setting", role: "group", "aria-label": t(`set.${key}`) },
    h("span", {}, t(`set.${key}`), h("small", {}, t(`set.${key}.help`))),
    h("span", { class: "stepper" },
      button(-1, "minus", "set.less", state[key] <= least),
      h("output", {}, key === "multiplier" ? `×${state[key]}` : String(state[key])),
      button(1, "plus", "set.more", state[key] >= most)));
}
