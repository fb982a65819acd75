// Who is this? A name is tapped; a taken one is asked for, or taken over with the other device's code.

import { call, code, Problem } from "./api.js";
import { doing, tellProblem } from "./forms.js";
import { act, game, me, nameAt } from "./game.js";
import { h, icon } from "../dom.js";
import { t } from "../words.js";

/** Show the names to choose from. */
export function whoScene() {
  const { players, wants } = game.now;
  return h("section", { class: "who" },
    h("h1", {}, t("who.title")),
    wants === null ? null : h("p", { class: "notice", role: "status" }, icon("phone"), h("span", {}, t("who.asked", { name: nameAt(wants) }))),
    h("div", { class: "who-names" }, players.map((player) => nameButton(player))),
    h("p", { class: "hint" }, t("who.taken")),
    h("a", { class: "button", href: `/games/${code}/screen`, "data-key": "screen" }, icon("screen"), t("who.screen")),
    game.now.book.rounds.length || game.now.pending ? null : adding());
}

function nameButton(player) {
  const mine = me()?.seat === player.seat;
  const button = doing(`who-${player.seat}`, player.name, async () => {
    await act("PUT", "/me", { seat: player.seat });
    if (location.hash === "#who") location.hash = "";
  }, { primary: !player.phone });
  if (player.phone && !mine) button.append(h("small", {}, icon("phone"), t("who.elsewhere")));
  return button;
}

let form = null; // kept, so that nobody's joining takes away what is being typed

function adding() {
  form ??= addForm();
  return form;
}

function addForm() {
  const input = h("input", { type: "text", id: "add-name", maxlength: 24, autocomplete: "off", "data-key": "add-name" });
  return h("form", {
    class: "card adding",
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        await act("POST", "/players", { name: input.value });
        input.value = "";
      } catch (problem) {
        tellProblem(problem, input);
      }
    },
  },
  h("label", { for: "add-name" }, t("who.add")), input,
  h("button", { type: "submit", class: "button", "data-key": "add-player" }, icon("plus"), t("who.addButton")));
}

/** Take a player over with the secret that the other device showed. */
export async function takeOver(secret) {
  history.replaceState(null, "", location.pathname);
  try {
    await call("POST", `/api/games/${code}/takeover`, { secret });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    tellProblem(problem);
  }
}

/** Show who asks to come in, to be answered. */
export function askingView() {
  return game.now.asking.map(({ device, seat }) => h("section", { class: "card is-asking", role: "alert" },
    h("p", {}, t(seat === game.now.me ? "who.asks.mine" : "who.asks", { name: nameAt(seat) })),
    h("div", { class: "entry-buttons" },
      doing(`deny-${device}`, t("who.no"), () => act("POST", "/answers", { device, yes: false })),
      doing(`admit-${device}`, t("who.yes"), () => act("POST", "/answers", { device, yes: true }), { primary: true }))));
}
