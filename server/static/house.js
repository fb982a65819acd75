// House rules: what a house does differently from the printed rules.

import { h, icon } from "./dom.js";
import { choose, counter, toggle } from "./table/forms.js";
import { t } from "./words.js";

/** Show a system's options; `set(rules)` gets those that differ, for what is as printed is not kept. */
export function houseRules(system, rules, set) {
  return h("div", { class: "settings" }, h("p", { class: "hint" }, t("new.house.help")),
    system.options.map((option) => rule(option, rules, set)));
}

function rule(option, rules, set) {
  const { name, source } = option;
  const value = name in rules ? rules[name] : source;
  const other = value !== source;
  const change = (next) => {
    const { [name]: _, ...rest } = rules;
    set(next === source ? rest : { ...rest, [name]: next });
  };
  return h("div", { class: other ? "rule is-other" : "rule" }, control(option, value, change),
    other ? h("p", { class: "hint" }, icon("star"), t("new.differs", { value: told(option, source) })) : null);
}

function control(option, value, set) {
  const { name, text } = option;
  if (option.choices) return choose(name, text, option.choices.map((choice) => [choice.value, choice.text]), value, set);
  if (option.low === undefined) return toggle(name, text, null, value, set);
  const step = option.high > 50 ? 5 : 1;
  const top = option.none ? [toggle(`${name}-none`, text, t("new.noLimit"), value === null, (on) => set(on ? null : option.source ?? 100))] : [];
  if (value === null) return top;
  return [...top, counter(name, text, { value, least: option.low, most: option.high, step }, set)];
}

function told(option, value) {
  if (option.choices) return option.choices.find((choice) => choice.value === value)?.text ?? String(value);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return value === null ? t("goal.none") : String(value);
}
