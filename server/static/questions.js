// Unsure tiles are asked about, one after the other, before anything is answered.

import { h } from "./dom.js";
import * as edits from "./edits.js";
import { cutOut } from "./cutout.js";
import { openPad } from "./pad.js";
import { colourName, colourOf, isTile, JOKER, nameOf, numberOf, shownSign, tileButton } from "./tiles.js";
import { capital, or, t } from "./words.js";

const MOST_CHOICES = 4;

/** Show the next question about a part, or nothing. */
export function questionView(part) {
  const open = part.unsure;
  if (!open.length) return null;
  const [one] = open;
  const { quad, alternatives = [] } = part.seen[one.id] ?? {};
  const choices = [...new Set([one.tile, ...alternatives.map(([tile]) => tile)])]
    .filter(isTile).slice(0, MOST_CHOICES);
  return h("section", { class: "card question", "aria-labelledby": `question-${part.key}` },
    quad ? cutOut(part, quad, 2) : null,
    h("div", { class: "question-body" },
      h("h2", { id: `question-${part.key}` }, headline(choices)),
      h("p", { class: "hint" }, part.say("ask.why", { n: open.length })),
      h("div", { class: "choices" },
        choices.map((tile) => tileButton(tile, {
          "data-key": `choice-${tile}`, label: t("ask.choose", { tile: nameOf(tile) }),
          onclick: () => part.edit(edits.set(part.groups, one.id, tile)),
        })))),
    h("div", { class: "question-more" },
      h("button", { type: "button", class: "button is-quiet", "data-key": "ask-other", onclick: () => openPad(part, { id: one.id }) }, part.say("ask.other")),
      h("button", {
        type: "button", class: "button is-quiet", "data-key": "ask-none",
        onclick: () => part.edit(edits.remove(part.groups, one.id)),
      }, part.say("ask.none"))));
}

// "6 or 9?" where the colour is sure, "red or black?" where the number is, else both.
function headline(choices) {
  if (choices.length < 2) return t("ask.one", { tile: nameOf(choices[0]) });
  const plain = choices.every((tile) => tile !== JOKER);
  const sameColour = plain && new Set(choices.map(colourOf)).size === 1;
  const sameNumber = plain && new Set(choices.map(numberOf)).size === 1;
  const names = choices.map((tile) => {
    if (sameColour) return shownSign(tile);
    return sameNumber ? colourName(tile) : nameOf(tile);
  });
  return t("ask.which", { choices: capital(or(names)) });
}
