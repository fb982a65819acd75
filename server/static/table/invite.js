// How others come to the table, and how one goes on with another device.

import { code } from "./api.js";
import { doing } from "./forms.js";
import { act, me, pathOf } from "./game.js";
import { h, icon } from "../dom.js";
import { t } from "../words.js";

let handover = null; // { address, qr }

/** Forget the code for another device: it was used, or is somebody else's. */
export function forgetHandover() {
  handover = null;
}

/** Show the code to scan. */
export function inviteScene(redraw) {
  return [
    h("h1", {}, t("invite.title")),
    h("section", { class: "card invite" }, codeView()),
    me() ? h("section", { class: "card invite" },
      h("h2", {}, t("handover.title")),
      h("p", { class: "hint" }, t("handover.help", { name: me().name })),
      handover ? [h("img", { class: "qr", src: handover.qr, alt: t("handover.alt") }), h("p", { class: "address" }, handover.address)]
        : doing("handover", t("handover.show"), async () => { handover = await act("POST", "/handover"); redraw(); }, { symbol: "phone" })) : null,
  ];
}

/** Show a game's code and address, large enough for a tablet in the middle of the table. */
export const codeView = () => [
  h("p", { class: "hint" }, t("invite.help")),
  h("img", { class: "qr", src: pathOf("/qr.svg"), alt: t("invite.alt") }),
  h("p", { class: "code", "aria-label": t("invite.code", { code: code.split("").join(" ") }) }, code),
  h("p", { class: "hint" }, icon("phone"), t("invite.typed", { address: location.host })),
];
