// Making elements without markup in strings, so that nothing a person typed becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element: `h("p", { class: "note", onclick }, "text", child)`. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element in the same way. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Replace what `node` holds, and keep the keyboard where it was (by `data-key`). */
export function show(node, ...children) {
  const key = focusIn(node);
  node.replaceChildren(...children.flat(Infinity).filter((child) => child || child === 0));
  focusOn(key, node);
}

/** Put `fresh` in the place of `old`, in the same way. */
export function swap(old, fresh) {
  const key = focusIn(old);
  old.replaceWith(fresh);
  focusOn(key, fresh);
}

/** Move the keyboard to what has this `data-key`, if it is there. */
export function focusOn(key, within = document) {
  if (key) within.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

const focusIn = (node) =>
  (node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined);

/** Draw one of the page's own symbols. */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `#icon-${name}` }));
}

export const byId = (id) => document.getElementById(id);

/** Say something to a screen reader. */
export function announce(text) {
  byId("live").textContent = text;
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value === "boolean") node[name] = value;
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return node;
}
