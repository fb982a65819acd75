// My games: found again and continued; the way into another one; a new one.

import { call } from "./api.js";
import { tellProblem } from "./forms.js";
import { signed } from "./standing.js";
import { byId, h, icon, show } from "../dom.js";
import { language, t } from "../words.js";

const main = byId("main");
const systems = JSON.parse(byId("systems").textContent);

function join() {
  const input = h("input", {
    type: "text", id: "code", maxlength: 7, autocapitalize: "characters", autocomplete: "off", spellcheck: "false", "data-key": "code", class: "code-input",
  });
  return h("form", {
    class: "card adding",
    onsubmit: async (event) => {
      event.preventDefault();
      const code = input.value.replaceAll(/\s/g, "").toUpperCase();
      try {
        await call("POST", `/api/games/${encodeURIComponent(code)}/enter`);
        location.href = `/games/${code}`;
      } catch (problem) {
        tellProblem(problem, input);
      }
    },
  }, h("label", { for: "code" }, t("games.code")), input,
  h("button", { type: "submit", class: "button", "data-key": "join" }, t("games.join")));
}

function item(game) {
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(game.changed));
  return h("li", {}, h("a", { class: "button is-row", href: `/games/${game.code}` },
    h("span", {}, game.players.map((name, seat) => `${name} ${signed(game.totals[seat])}`).join(" · "),
      h("small", {}, systems[game.system], " · ", t("home.rounds", { n: game.rounds }), " · ", date, game.over ? ` · ${t("games.over")}` : "")),
    icon("right")));
}

function draw(games) {
  show(main,
    h("h1", {}, t("games.title")),
    h("p", {}, t("games.what")),
    h("a", { class: "button is-primary is-wide", href: "/games/new", "data-key": "new" }, icon("plus"), t("new.title")),
    join(),
    games.length ? h("section", {}, h("h2", {}, t("evening.mine")), h("ul", { class: "games-list" }, games.map(item))) : null);
}

try {
  draw(await call("GET", "/api/games"));
} catch (problem) {
  draw([]);
  tellProblem(problem);
}
