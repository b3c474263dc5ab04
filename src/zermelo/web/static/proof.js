// The strategy as a tree that opens on demand. A node is a reply of the other player with the strategy's answer.
import { ask, element, find, findAll, query } from "./common.js";

export class ProofTree {
  constructor(table) {
    this.table = table;
    this.asked = null;
    this.tree = find("#tree");
    this.place = find("#place");
    this.tree.addEventListener("keydown", (event) => this.key(event));
  }

  // Opens the strategies of an answer; `asked` is the query of its question, `base` are the moves before it.
  open(asked, base, claims, at, visible) {
    if (asked !== this.asked) this.close();
    Object.assign(this, { asked, claims, base });
    if (!visible) return undefined;
    this.claim = at;
    find("#proof-panel").hidden = false;
    find("#claims").replaceChildren(
      ...claims.map((claim, number) => element("button", { type: "button", "aria-pressed": String(number === at), onclick: () => this.open(asked, base, claims, number, true) }, claim.told)),
      element("button", { type: "button", onclick: () => this.step() }, "Step ▸"),
    );
    find("#proof-panel").scrollIntoView({ block: "nearest" });
    return this.root();
  }

  // Takes away a tree whose strategies another answer has replaced.
  close() {
    find("#proof-panel").hidden = true;
    this.tree.replaceChildren();
    this.place.textContent = "";
  }

  walk(line, claim = this.claim) {
    return ask(`/api/walk?${this.asked}&${query({ c: claim, l: line.join(" ") })}`);
  }

  async root() {
    this.tree.replaceChildren(element("p", { class: "soft" }, "…"));
    try {
      const place = await this.walk([]);
      const line = place.mine && place.move ? [place.move] : [];
      const label = line.length ? `${place.move} at first` : place.claim;
      const item = this.item(line, label, place.claim, 1);
      this.tree.replaceChildren(item);
      item.tabIndex = 0;
      await this.toggle(item, true);
      this.select(item);
    } catch (error) {
      this.tree.replaceChildren(element("p", { class: "mistake" }, error.message));
    }
  }

  item(line, label, told, level, leaf = false) {
    const twig = element("span", { class: "twig", "aria-hidden": "true" }, leaf ? "•" : "▸");
    const node = element("div", { class: "node" }, twig, element("span", {}, label), element("span", { class: "soft" }, told));
    const item = element("div", { role: "treeitem", tabindex: "-1", "aria-level": level, "aria-selected": "false", "aria-label": `${label}. ${told}`, "aria-expanded": leaf ? null : "false" }, node);
    item.line = line;
    node.addEventListener("click", () => {
      if (!leaf) this.toggle(item, item.getAttribute("aria-expanded") !== "true");
      this.select(item);
    });
    return item;
  }

  async toggle(item, open) {
    if (!item.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", open);
    find(".twig", item).textContent = open ? "▾" : "▸";
    const group = item.querySelector(":scope > [role=group]");
    if (group) group.hidden = !open;
    if (!open || group) return;
    const place = await this.walk(item.line).catch((error) => this.table.say(error.message, "mistake"));
    if (!place) return item.setAttribute("aria-expanded", "false");
    const level = Number(item.getAttribute("aria-level")) + 1;
    const children = place.replies.map((reply) => {
      const line = [...item.line, reply.move, ...(reply.answer ? [reply.answer] : [])];
      const label = reply.answer ? `${reply.move} → ${reply.answer}` : reply.move;
      const leaf = reply.end !== null || reply.answer === null;
      return this.item(line, label, reply.end ?? reply.argument ?? reply.why ?? "settled: nothing has to be answered", level, leaf);
    });
    if (children.length === 0) {
      item.removeAttribute("aria-expanded");
      find(".twig", item).textContent = "•";
      return;
    }
    item.append(element("div", { role: "group" }, ...children));
  }

  async select(item) {
    for (const other of findAll("[aria-selected=true]", this.tree)) { other.setAttribute("aria-selected", "false"); other.tabIndex = -1; }
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    const place = await this.table.newest(this.walk(item.line));
    if (place === null) return;
    this.table.show(place.view);
    this.place.textContent = [place.told, ...place.threats].join(" ");
  }

  // To the next node: the first reply that is shown.
  async step() {
    const here = find("[aria-selected=true]", this.tree);
    if (!here) return;
    if (here.getAttribute("aria-expanded") === "false") await this.toggle(here, true);
    const next = here.querySelector(":scope > [role=group] > [role=treeitem]");
    if (!next) return;
    next.scrollIntoView({ block: "nearest" });
    this.select(next);
  }

  key(event) {
    const here = event.target.closest("[role=treeitem]");
    if (!here) return;
    const all = findAll("[role=treeitem]", this.tree).filter((item) => item.offsetParent !== null);
    const at = all.indexOf(here);
    const go = (item) => { if (item) { item.focus(); this.select(item); } };
    const open = here.getAttribute("aria-expanded");
    const keys = {
      ArrowDown: () => go(all[at + 1]),
      ArrowUp: () => go(all[at - 1]),
      ArrowRight: () => (open === "false" ? this.toggle(here, true) : go(here.querySelector("[role=treeitem]"))),
      ArrowLeft: () => (open === "true" ? this.toggle(here, false) : go(here.parentElement.closest("[role=treeitem]"))),
      Enter: () => this.select(here),
      Home: () => go(all[0]),
      End: () => go(all.at(-1)),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  // True if the strategies are about plays that begin like these moves.
  covers(moves) {
    return this.claims !== undefined && this.base.every((name, at) => moves[at] === name);
  }

  // The place after the strategy's reply to some moves, with its reason; null where it has none.
  async reply(moves, mover) {
    const claim = this.claims?.findIndex((each) => each.player === mover) ?? -1;
    if (claim < 0) return null;
    try {
      const line = moves.slice(this.base.length);
      const place = await this.walk(line, claim);
      if (!place.move) return null;
      const after = await this.walk([...line, place.move], claim);
      return { ...after, said: place.told };
    } catch {
      return null;
    }
  }
}
