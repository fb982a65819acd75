// A remark that matters.

import { h, icon } from "./dom.js";

/** Show a remark. */
export const notice = (text) => h("p", { class: "notice" }, icon("warn"), h("span", {}, text));
