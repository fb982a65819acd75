// The small parts of forms: choices, switches, counters, a button that is busy, a problem told.

import { announce, h, icon } from "../dom.js";
import { t } from "../words.js";

/** A group of large buttons of which one is chosen. `choices` are [value, text, detail?]. */
export function choose(name, legend, choices, chosen, onchange) {
  return h("fieldset", { class: "choose" },
    h("legend", {}, legend),
    h("div", { class: "choose-all" }, choices.map(([value, text, detail]) => h("label", {},
      h("input", {
        type: "radio", name, value: String(value), checked: value === chosen, "data-key": `${name}-${value}`,
        onchange: () => onchange(value),
      }),
      h("span", {}, text, detail ? h("small", {}, detail) : null)))));
}

/** A switch with what it means. */
export function toggle(key, text, help, on, onchange) {
  return h("label", { class: "setting" },
    h("span", {}, text, help ? h("small", {}, help) : null),
    h("span", { class: "switch" },
      h("input", {
        type: "checkbox", role: "switch", checked: on, "data-key": key,
        onchange: (event) => onchange(event.target.checked),
      }), h("span", {})));
}

/** A number that is stepped up and down; `what` names it where `text` is more than words. */
export function counter(key, text, { value, least, most, show = String, step = 1, what = text }, onchange) {
  const set = (next) => onchange(Math.min(most, Math.max(least, next)));
  const button = (by, symbol, words, disabled) => h("button", {
    type: "button", class: "round", disabled, "data-key": `${key}${by}`,
    "aria-label": t(words, { what }), onclick: () => set(value + by),
  }, icon(symbol));
  return h("div", { class: "setting", role: "group", "aria-label": what },
    h("span", {}, text),
    h("span", { class: "stepper" },
      button(-step, "minus", "set.less", value <= least),
      h("output", {}, show(value)),
      button(step, "plus", "set.more", value >= most)));
}

/** A button for something the server does: busy meanwhile, and told when it does not go. */
export function doing(key, text, work, { primary = false, symbol = null, quiet = false, danger = false } = {}) {
  const button = h("button", {
    type: "button", "data-key": key,
    class: `button${primary ? " is-primary" : ""}${quiet ? " is-quiet" : ""}${danger ? " is-danger" : ""}`,
    onclick: async () => {
      button.setAttribute("aria-busy", "true");
      button.disabled = true;
      try {
        await work();
        tellProblem(null);
      } catch (problem) {
        tellProblem(problem, button);
      } finally {
        button.disabled = false;
        button.removeAttribute("aria-busy");
      }
    },
  }, symbol ? icon(symbol) : null, text);
  return button;
}

/** Say in words what did not go, beside where it was asked; null takes it away. */
export function tellProblem(problem, beside = null) {
  document.getElementById("problem")?.remove();
  if (!problem) return;
  if (!("code" in problem)) throw problem;
  const text = problem.code === "offline" ? t("evening.offline") : problem.message || t("trouble.internal");
  const note = h("p", { class: "notice is-problem", id: "problem", role: "alert" }, icon("warn"), h("span", {}, text));
  const place = beside?.closest(".card, .bar, form, section") ?? document.getElementById("main");
  if (place.classList.contains("bar")) document.getElementById("main").append(note);
  else place.append(note);
  note.scrollIntoView({ block: "nearest" });
  announce(text);
}

/** Ask whether a photo is kept, and say for how long. */
export const keepView = (key, onchange) => h("label", { class: "keep" },
  h("input", { type: "checkbox", "data-key": key, onchange: (event) => onchange(event.target.checked) }),
  h("span", {}, t("photo.keep"), h("small", {}, t("photo.keep.help", { days: 90, n: 100 }))));

/** A confirmation in the page's own dialog; resolves to yes or no. */
export function sure(text, yes) {
  const dialog = document.getElementById("pad");
  return new Promise((resolve) => {
    const end = (answer) => { dialog.close(); resolve(answer); };
    dialog.replaceChildren(
      h("h2", { id: "pad-title" }, text),
      h("div", { class: "pad-foot" },
        h("button", { type: "button", class: "button", "data-key": "sure-no", onclick: () => end(false) }, t("cancel")),
        h("button", { type: "button", class: "button is-primary", "data-key": "sure-yes", onclick: () => end(true) }, yes)));
    dialog.onclose = () => resolve(false);
    dialog.showModal();
  });
}
