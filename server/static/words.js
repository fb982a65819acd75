// Wordings in the visitor's language; the server puts them into the page.

const phrases = JSON.parse(document.getElementById("phrases").textContent);
export const language = document.documentElement.lang;
const plural = new Intl.PluralRules(language);
const both = new Intl.ListFormat(language, { type: "conjunction" });
const either = new Intl.ListFormat(language, { type: "disjunction" });
const numbers = new Intl.NumberFormat(language);

/** Return the wording with `{name}` filled in; one with `n` chooses singular or plural. */
export function t(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) return key;
  const text =
    typeof phrase === "string" ? phrase : phrase[plural.select(values.n) === "one" ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? (typeof values[name] === "number" ? count(values[name]) : values[name]) : whole,
  );
}

export const known = (key) => key in phrases;
export const count = (number) => numbers.format(number);
export const and = (items) => both.format(items);
export const or = (items) => either.format(items);
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
