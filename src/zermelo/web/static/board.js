// Clicks on a board: one cell where a stone is put, two and more where one goes; a list where several moves remain.
import { element, find, findAll } from "./common.js";

export class BoardClicks {
  // `play` is called with the name of a move.
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.moves = [];
    this.chosen = [];
    this.put = null; // a function of a cell, while a position is set up
    this.address = null;
    this.pressed = false;
    this.undrawn = null; // a view that is drawn when the pointer is up again
    board.addEventListener("pointerdown", (event) => { this.pressed = event.button === 0; });
    for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, () => setTimeout(() => this.release()));
    board.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      const cell = event.target.closest("[data-cell]");
      if (cell === null) return;
      event.preventDefault();
      this.click(Number(cell.dataset.cell));
    });
    board.addEventListener("keydown", (event) => this.key(event));
  }

  // Takes the moves of a view at once. Its board is drawn under no pressed pointer: a click begins and ends on one cell.
  show(view) {
    if (view.address !== this.address) this.chosen = [];
    this.address = view.address;
    this.moves = view.moves;
    this.undrawn = view;
    if (!this.pressed) this.draw();
  }

  release() {
    this.pressed = false;
    if (this.undrawn) this.draw();
  }

  draw() {
    const focused = document.activeElement?.closest?.("#board [data-cell]")?.dataset.cell;
    const menu = find(".menu", this.board); // stays while the moves are the same
    this.board.innerHTML = this.undrawn.svg;
    this.undrawn = null;
    if (focused !== undefined) this.holder(focused)?.focus();
    this.choose(this.chosen);
    if (menu && this.chosen.length) this.board.append(menu);
  }

  holder(cell) {
    return find(`[data-cell="${cell}"]`, this.board);
  }

  outline(cell) {
    const holder = this.holder(cell);
    return holder?.matches("polygon") ? holder : holder?.querySelector("polygon");
  }

  // The moves that go on from the chosen cells.
  candidates(cells) {
    return this.moves.filter((move) => move.cells.length >= cells.length && cells.every((cell, at) => (move.ordered ? move.cells[at] === cell : move.cells.includes(cell))));
  }

  click(cell) {
    if (this.put) return this.put(cell);
    this.closeMenu();
    const again = this.chosen.indexOf(cell);
    let cells = again >= 0 && this.candidates([...this.chosen, cell]).length === 0 ? [] : [...this.chosen, cell];
    if (again >= 0 && cells.length === 0) return this.choose([]);
    let fit = this.candidates(cells);
    if (fit.length === 0) {
      cells = [cell];
      fit = this.candidates(cells);
    }
    if (fit.length === 0) return this.choose([]);
    const whole = fit.filter((move) => move.cells.length === cells.length);
    if (fit.length === 1 && (whole.length === 1 || !fit[0].ordered)) return this.play(fit[0].name);
    this.choose(cells);
    if (whole.length > 0) this.menu(fit);
  }

  choose(cells) {
    this.chosen = cells;
    for (const outline of findAll(".chosen, .target", this.board)) outline.classList.remove("chosen", "target");
    if (cells.length === 0) return;
    for (const cell of cells) this.outline(cell)?.classList.add("chosen");
    for (const move of this.candidates(cells)) {
      const next = move.ordered ? [move.cells[cells.length]] : move.cells.filter((cell) => !cells.includes(cell));
      for (const cell of next) if (cell !== undefined) this.outline(cell)?.classList.add("target");
    }
  }

  menu(moves) {
    const close = element("button", { type: "button", onclick: () => { this.closeMenu(); this.choose([]); } }, "none of these");
    const items = moves.slice(0, 40).map((move) => element("button", { type: "button", onclick: () => this.play(move.name) }, move.shown));
    this.board.append(element("div", { class: "menu", role: "dialog", "aria-label": "Which move?" }, ...items, close));
    find(".menu button", this.board).focus();
  }

  closeMenu() {
    find(".menu", this.board)?.remove();
  }

  // Arrow keys go to the nearest cell in that direction, Enter and space choose it, Escape forgets what was chosen.
  key(event) {
    if (event.key === "Escape") {
      this.closeMenu();
      return this.choose([]);
    }
    const holder = event.target.closest?.("[data-cell]");
    if (!holder) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.click(Number(holder.dataset.cell));
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const middle = (item) => {
      const box = item.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(holder);
    let best = null, least = Infinity;
    for (const other of findAll("[data-cell]", this.board)) {
      if (other === holder || !(other.matches("a") || other.hasAttribute("tabindex"))) continue;
      const [u, v] = middle(other);
      const along = (u - x) * way[0] + (v - y) * way[1];
      const aside = Math.abs((u - x) * way[1] + (v - y) * way[0]);
      if (along > 1 && along >= aside && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    best?.focus();
  }
}
