// Our set: which one is played with, and teaching a new one by a photo of it.

import { call, code } from "./api.js";
import { choose as choice, doing, sure, tellProblem } from "./forms.js";
import { byId, h, icon, show } from "../dom.js";
import { mountReading } from "../mount.js";
import { choose, stored } from "../ours.js";
import { learn } from "../remember.js";
import { known, t } from "../words.js";

const main = byId("main");
const PACKS = ["tiles", "cards"];
let sets = [];
let chosen = null; // the id of the set that is played with
let told = null; // what was learned last
let renaming = null;
const lesson = { pack: "tiles", name: "", more: null }; // `more`: the set that is shown once more

const packed = (key, pack) => (known(`${key}.${pack}`) ? `${key}.${pack}` : key);

async function load() {
  sets = await call("GET", "/api/sets");
  if (!code) chosen = stored()?.id ?? null;
  else {
    const game = await call("GET", `/api/games/${code}`);
    lesson.pack = game.system.pack;
    chosen = game.set?.id ?? null;
  }
  if (!sets.some((set) => set.id === chosen)) chosen = null;
  draw();
}

async function use(id) {
  if (code) await call("PUT", `/api/sets/of/${code}`, { set: id });
  else choose(sets.find((set) => set.id === id) ?? null);
  chosen = id;
  draw();
}

function draw() {
  show(main,
    h("h1", {}, t("sets.title")),
    h("p", {}, t("sets.what")),
    told ? h("p", { class: "notice is-good", role: "status" }, icon("check"), h("span", {}, told)) : null,
    sets.length ? h("section", { class: "card" },
      h("p", { class: "hint" }, code ? t("sets.forGame", { code }) : t("sets.forPhone")),
      choice("set", t("sets.which"), [
        ["", t("sets.none")],
        ...sets.map((set) => [set.id, set.name, `${t(`sets.${set.pack}`)} · ${t(packed("sets.known", set.pack), { n: set.faces })}`]),
      ], chosen ?? "", (id) => attempt(() => use(id === "" ? null : id)))) : null,
    teaching(),
    sets.length ? h("section", {}, sets.map(tools)) : null,
    bringView());
  show(byId("bar"), h("a", { class: "button", href: code ? `/games/${code}` : "/", "data-key": "back" }, icon("left"), t("sets.back")));
}

function tools(set) {
  return h("section", { class: "card", "aria-label": set.name },
    h("h2", {}, set.name),
    set.mine ? null : h("p", { class: "hint" }, t("sets.others")),
    renaming === set.id ? renameView(set) : h("div", { class: "entry-buttons" },
      set.mine ? doing(`more-${set.id}`, t("sets.more", { name: set.name }), () => again(set), { symbol: "camera" }) : null,
      h("a", { class: "button", href: `/api/sets/${set.id}/file`, download: "", "data-key": `save-${set.id}` }, icon("download"), t("sets.save")),
      set.mine ? doing(`rename-${set.id}`, t("sets.rename"), () => { renaming = set.id; draw(); }, { quiet: true }) : null,
      set.mine ? doing(`delete-${set.id}`, t("sets.delete"), () => forget(set), { quiet: true, danger: true }) : null));
}

function renameView(set) {
  const input = nameField(`rename-name-${set.id}`, set.name);
  return h("div", { class: "field" }, input, doing(`rename-save-${set.id}`, t("sets.rename.save"), async () => {
    await call("PATCH", `/api/sets/${set.id}`, { name: input.querySelector("input").value });
    renaming = null;
    await load();
  }, { primary: true }));
}

async function forget(set) {
  if (!await sure(t("sets.delete.sure", { name: set.name }), t("sets.delete"))) return;
  await call("DELETE", `/api/sets/${set.id}`);
  if (chosen === set.id && !code) choose(null);
  told = null;
  await load();
}

function again(set) {
  Object.assign(lesson, { more: set, pack: set.pack });
  entry = null;
  draw();
  byId("teach").scrollIntoView({ block: "start" });
}

const nameField = (id, value, oninput = null) => h("div", { class: "field" },
  h("label", { for: id }, t("sets.name")),
  h("input", { type: "text", id, maxlength: 60, value, autocomplete: "off", "data-key": id, oninput }));

// The reading is kept while it is corrected; only another pack or set begins anew.
let entry = null;

function teaching() {
  const { more, pack } = lesson;
  entry ??= reading();
  return h("section", { class: "card", id: "teach" },
    h("h2", {}, more ? t("sets.more", { name: more.name }) : t("sets.new")),
    more || code ? null : choice("pack", t("sets.pack"), PACKS.map((one) => [one, t(`sets.${one}`)]), pack, (one) => { lesson.pack = one; entry = null; draw(); }),
    more ? null : nameField("set-name", lesson.name, (event) => { lesson.name = event.target.value; }),
    h("p", { class: "hint" }, t(packed("sets.how", pack))),
    entry.root,
    h("p", { class: "hint" }, t("start.tip.private")));
}

function reading() {
  const root = h("div", { class: "entry" });
  const { more, pack } = lesson;
  const place = mountReading(root, {
    key: `set-${pack}-${more?.id ?? "new"}`, purpose: "set", pack, copies: 2, button: t("sets.learn"),
    onConfirm: async () => {
      const name = lesson.name.trim() || t("sets.example");
      const taught = await learn(place.part, more ? { set: more.id } : { name });
      place.forget();
      entry = null;
      Object.assign(lesson, { more: null, name: "" });
      told = learned(taught);
      sets = await call("GET", "/api/sets");
      await use(taught.id);
      window.scrollTo(0, 0);
    },
  });
  return { root, place };
}

function learned({ name, pack, faces, untaught }) {
  const missing = [
    ...untaught.colours.map((one) => t(known(`suit.${one}`) ? `suit.${one}` : `colour.${one}`)),
    ...untaught.numbers.map((one) => (one === "*" ? t("sets.jokers") : one)),
  ];
  const done = t(packed("sets.learned", pack), { n: faces, name });
  return missing.length ? `${done} ${t("sets.untaught", { what: missing.join(", ") })}` : done;
}

function bringView() {
  return h("p", {}, h("label", { class: "button is-quiet" }, icon("plus"), t("sets.bring"), h("input", {
    type: "file", accept: ".meldset", "data-key": "bring", "aria-label": t("sets.bring"),
    onchange: async (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) await attempt(async () => { await call("POST", "/api/sets/file", file.slice(0, file.size, "application/octet-stream")); await load(); });
    },
  })));
}

async function attempt(work) {
  try {
    await work();
    tellProblem(null);
  } catch (problem) {
    tellProblem(problem);
  }
}

draw();
await attempt(load);
