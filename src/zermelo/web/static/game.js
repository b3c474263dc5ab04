// A game: its board, moves, opponents, and all panels beside it.
import { BoardClicks } from "./board.js";
import { ask, element, find, findAll, query, SIGNS } from "./common.js";
import { ProofTree } from "./proof.js";
import { Questions } from "./questions.js";
import { startSetup } from "./setup.js";

export function startGame() {
  const state = JSON.parse(find("#state").textContent);
  const table = new Table(state);
  table.begin();
}

export class Table {
  constructor(state) {
    this.game = { g: state.g, t: state.t };
    this.view = state.view;
    this.clicks = new BoardClicks(find("#board"), (name) => this.play(name));
    this.proof = new ProofTree(this);
    this.questions = new Questions(this);
    this.work = null; // what an opponent or a hint is doing, to be broken off
    this.playing = Promise.resolve(); // the moves that were clicked, one after the other
    this.wants = 0;
  }

  begin() {
    this.clicks.moves = this.view.moves;
    this.fill(this.view);
    for (const item of findAll("[data-do]")) item.addEventListener("click", (event) => { event.preventDefault(); this.act(item.dataset.do, item); });
    find("#type").addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = find("#type input[name=add]");
      if (typed.value.trim()) this.make(typed.value.trim());
      typed.value = "";
    });
    find("#history").addEventListener("click", (event) => this.follow(event));
    find("#chips").addEventListener("click", (event) => this.follow(event));
    find("#opponent").addEventListener("change", () => this.chooseOpponent());
    find("#side").addEventListener("change", () => { this.stop(); this.answerIfTurn(); });
    addEventListener("popstate", () => { this.stop(); this.load(location.search.slice(1), false); });
    find("[data-do=reply]")?.remove();
    if (this.view.stones) startSetup(this);
  }

  get moves() {
    return this.view.line;
  }

  address(moves) {
    return query({ ...this.game, m: moves.map((name) => (name.includes(" ") && !name.startsWith("(") ? `(${name})` : name)).join(" ") });
  }

  say(text, kind = "") {
    const said = find("#said");
    said.textContent = text;
    said.className = `said ${kind}`;
  }

  follow(event) {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    this.stop();
    this.load(new URL(link.href).search.slice(1)).then(() => this.answerIfTurn());
  }

  // Makes a move that was clicked as soon as the one before is drawn; none while an opponent is to move.
  play(name) {
    return (this.playing = this.playing.then(async () => {
      await this.loading;
      if (!this.work?.answers && this.view.moves.some((move) => move.name === name)) await this.make(name);
    }));
  }

  // Makes a move, and lets the opponent answer.
  async make(name) {
    this.stop();
    if (await this.load(this.address([...this.moves, name]))) this.answerIfTurn();
  }

  // Shows the position of an address; false where that is not possible.
  load(address, push = true) {
    return (this.loading = this.fetchView(address, push));
  }

  // The reply to a request, or null where another one was made, or something else was shown, since.
  async newest(asked) {
    const wanted = (this.wants += 1);
    try {
      const found = await asked;
      return wanted === this.wants ? found : null;
    } catch (error) {
      if (wanted === this.wants) this.say(error.message, "mistake");
      return null;
    }
  }

  async fetchView(address, push) {
    const began = performance.now(), view = await this.newest(ask(`/api/view?${address}`));
    if (view === null) return false;
    this.say("");
    this.show(view, push);
    document.body.dataset.drawn = Math.round(performance.now() - began);
    return true;
  }

  show(view, push = true) {
    this.wants += 1; // what was asked for before comes too late
    this.view = view;
    this.clicks.show(view);
    if (push && location.search.slice(1) !== view.address) history.pushState(null, "", `/game?${view.address}`);
    this.fill(view);
    if (find("[data-do=values]").getAttribute("aria-pressed") === "true" && !view.over) this.values();
  }

  // Everything but the board.
  fill(view) {
    const status = find("#status");
    status.textContent = view.round && !view.over ? "The play goes round in circles." : view.status;
    status.classList.toggle("over", view.over);
    const links = (names, shown) => names.map((name, at) => element("li", {}, element("a", { href: `/game?${this.address(names.slice(0, at + 1))}` }, shown[at])));
    find("#history").replaceChildren(...links(view.line, view.line_shown));
    find("#chips").replaceChildren(...view.moves.slice(0, 300).map((move) => element("li", {}, element("a", { href: `/game?${this.address([...view.line, move.name])}`, "data-move": move.name }, move.shown))));
    if (view.cells.length === 0) find("#list").open = true;
    const undo = find("[data-do=undo]");
    if (view.line.length) undo.removeAttribute("aria-disabled");
    else undo.setAttribute("aria-disabled", "true");
    find("#address").value = location.href;
    for (const link of findAll("[data-export]")) link.href = `/export/${link.dataset.export}?${view.address}`;
    find("[data-edit]").href = `/edit?${view.address}`;
    for (const form of ["#ask", "#formula form", "#type"]) {
      const field = find(`${form} input[name=m]`) ?? find(form).appendChild(element("input", { type: "hidden", name: "m" }));
      field.value = new URLSearchParams(view.address).get("m") ?? "";
    }
    find("[data-do=review]").disabled = view.line.length === 0;
    this.steps();
    for (const name of ["hint", "values", "line"]) find(`[data-do=${name}]`).disabled = view.over;
    find("#legend").hidden = true;
  }

  // Shows the meaning of the signs on the board.
  legend(words) {
    const shown = find("#legend");
    shown.replaceChildren(...Object.entries(words).map(([value, told]) => element("li", {}, element("span", { class: `sign ${value}` }, SIGNS[value]), ` ${told}`)));
    shown.hidden = false;
  }

  async act(name, item) {
    if (item.getAttribute("aria-disabled") === "true") return;
    if (name === "copy") return this.copy(item);
    this.stop();
    if (name === "undo") {
      let back = 1; // to the last move of one's own
      const side = this.person;
      if (side && this.moves.length > 1 && this.view.mover === side) back = 2;
      await this.load(this.address(this.moves.slice(0, -back)));
      if (back === 1) this.answerIfTurn();
    } else if (name === "again") {
      await this.load(this.address([]));
      this.answerIfTurn();
    } else if (name === "hint") this.hint();
    else if (name === "review") this.review();
    else if (name === "line") this.bestLine();
    else if (name === "back") this.load(this.address(this.moves.slice(0, -1)));
    else if (name === "next") this.load(this.address(this.line.slice(0, this.moves.length + 1)));
    else if (name === "values") {
      const on = item.getAttribute("aria-pressed") !== "true";
      item.setAttribute("aria-pressed", String(on));
      if (on) this.values();
      else this.load(this.view.address, false);
    }
  }

  async copy(item) {
    const field = find("#address");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where a page without https may not
    }
    item.textContent = "Copied";
    setTimeout(() => { item.textContent = "Copy"; }, 1500);
  }

  stop() {
    const work = this.work;
    this.rest();
    work?.abort();
  }

  rest() {
    this.work = null;
    find("#board").classList.remove("busy");
  }

  // The result of work that whatever is done next breaks off; null then. While an opponent answers, clicks do nothing.
  async working(answers, call) {
    this.stop();
    const work = (this.work = Object.assign(new AbortController(), { answers }));
    find("#board").classList.toggle("busy", answers);
    try {
      const found = await call(work.signal);
      return this.work === work ? found : null;
    } catch (error) {
      if (this.work === work) this.say(error.message, "mistake");
      return null;
    } finally {
      if (this.work === work) this.rest();
    }
  }

  // The reply of the server to something that takes it a moment; null when it was broken off, or went wrong.
  think(task, told, more = {}) {
    this.say(told);
    return this.working(task === "reply", (signal) => ask(`/api/think/${task}?${this.view.address}&${query(more)}`, { signal }));
  }

  async hint() {
    const found = await this.think("hint", "Looking for a good move …");
    if (!found) return;
    this.clicks.show(found.view);
    this.say(`${found.shown}: ${found.why}.`);
  }

  async values() {
    const found = await this.think("values", "Deciding every move …");
    if (!found) return;
    this.clicks.show(found.view);
    this.legend({ winning: "wins", draw: "draw", losing: "loses", open: "open" });
    const count = (value) => found.values.filter((each) => each.value === value).length;
    const parts = [["winning", "win"], ["draw", "draw"], ["losing", "lose"], ["open", "are open"]].filter(([value]) => count(value));
    this.say(`Of ${found.values.length} moves: ${parts.map(([value, word]) => `${count(value)} ${word}`).join(", ")}. A number is that of moves to the end.`);
    const signs = new Map(found.values.map((each) => [each.move, each]));
    for (const link of findAll("#chips a")) {
      const value = signs.get(link.dataset.move);
      if (value) link.prepend(element("span", { class: `sign ${value.value}`, title: value.value }, `${value.sign}${value.depth ?? ""}`), " ");
    }
  }

  // The play in which nobody makes a mistake, to be stepped through.
  async bestLine() {
    const found = await this.think("line", "Playing on without mistakes …");
    if (!found) return;
    this.line = found.line;
    this.say(`${found.told} ▶ steps through it.`);
    this.steps();
  }

  // Shows the buttons that step through a line, while the board is on it.
  steps() {
    const at = this.moves.length;
    const on = this.line !== undefined && this.moves.every((name, number) => name === this.line[number]);
    for (const [name, possible] of [["back", at > 0], ["next", on && at < this.line.length]]) {
      const button = find(`[data-do=${name}]`);
      button.hidden = !on;
      button.disabled = !possible;
    }
  }

  async review() {
    const found = await this.think("review", "Looking where the game was lost …");
    if (!found) return;
    this.say("");
    const said = find("#said");
    for (const each of found.review) {
      said.append(element("p", {}, each.told));
      if (each.back === undefined) continue;
      const moves = found.names.slice(0, each.back);
      said.append(element("button", { type: "button", onclick: () => this.load(this.address(moves)) }, `Try again from move ${each.back + 1}`));
    }
  }

  // Opponents.

  get person() {
    return find("#opponent").value ? find("#side").value : null;
  }

  async chooseOpponent() {
    find("#play-said").textContent = "";
    this.stop();
    await this.loading;
    if (find("#opponent").value !== "proof" || (await this.prove())) this.answerIfTurn();
  }

  // Finds the proof to play against, and gives the person the other side; false without one.
  async prove() {
    const told = find("#play-said");
    told.textContent = "Looking for a proof …";
    const found = await this.working(true, (signal) => {
      signal.addEventListener("abort", () => this.questions.cancel());
      return this.questions.solve({ q: "winner" }, this.view.address).then((result) => ({ claims: result?.claims ?? [] }));
    });
    if (found === null) return false;
    const first = found.claims[0];
    if (first === undefined) {
      told.textContent = "No proof to play against was found. Play the search instead.";
      find("#opponent").value = "search";
      return false;
    }
    find("#side").value = first.player === "black" ? "white" : "black";
    told.textContent = `${first.told}. You are ${this.view.players[find("#side").value]}: find a reply that it does not answer. Nobody has.`;
    return true;
  }

  answerIfTurn() {
    const kind = find("#opponent").value;
    if (!kind || this.view.over || this.view.round || this.view.mover === this.person) return this.closing();
    if (kind === "proof") return this.answerByProof();
    return this.answerBySearch(kind);
  }

  async answerBySearch(kind) {
    const found = await this.think("reply", `${this.view.players[this.view.mover]} is thinking …`, { opponent: kind });
    if (!found) return;
    const name = this.view.players[this.view.mover];
    this.show(found.view);
    this.say(`${name} plays ${found.shown}: ${found.why}.`);
    this.answerIfTurn();
  }

  async answerByProof() {
    if (!this.proof.covers(this.moves)) return (await this.prove()) && this.answerIfTurn();
    const found = await this.working(true, async () => ({ place: await this.proof.reply(this.moves, this.view.mover) }));
    if (found === null) return;
    const place = found.place;
    if (place === null) return this.answerBySearch("search");
    this.show(place.view);
    this.say([place.said, place.told, ...place.threats].filter(Boolean).join(" "));
    this.answerIfTurn();
  }

  closing() {
    const person = this.person;
    if (!this.view.over || !person || this.view.winner === null || this.view.winner === person) return;
    this.say(`${this.view.players[this.view.winner]} has won. “Review” tells where you could have done better.`);
  }
}

