// Questions: asked, watched while they are worked out, cancelled; the answer with its evidence.
import { element, find, number, query, SIGNS } from "./common.js";

export class Questions {
  constructor(table) {
    this.table = table;
    this.source = null;
    this.shown = find("#answer");
    const form = find("#ask");
    const kinds = () => {
      const kind = new FormData(form).get("q");
      for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.includes(kind);
      find("input[name=d]", form).required = kind === "within";
    };
    form.addEventListener("change", kinds);
    kinds();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const fields = Object.fromEntries(new FormData(form));
      for (const name of ["g", "t", "m"]) delete fields[name];
      this.solve(fields, table.view.address);
    });
    addEventListener("pagehide", () => this.cancel());
  }

  cancel() {
    this.source?.close();
    this.source = null;
    this.settle?.(null);
  }

  // The answer to a question about a position; null when it was cancelled, or there is none.
  solve(fields, address) {
    this.cancel();
    const asked = query(fields), began = Date.now();
    const doing = element("p", {}, "Starting …"), figures = element("p", { class: "soft" });
    const clock = setInterval(() => { figures.dataset.seconds = `${Math.round((Date.now() - began) / 1000)} s`; this.figures(figures); }, 500);
    const cancel = element("button", { type: "button", onclick: () => { this.cancel(); this.shown.replaceChildren(element("p", { class: "soft" }, "Cancelled.")); } }, "Cancel");
    this.shown.replaceChildren(element("div", { class: "working", role: "status" }, doing, figures, element("div", { class: "bar" }), cancel));
    const source = (this.source = new EventSource(`/api/solve?${address}&${asked}`));
    return new Promise((resolve) => {
      this.settle = (value) => { clearInterval(clock); this.settle = null; resolve(value); };
      source.addEventListener("told", (event) => this.told(JSON.parse(event.data), doing, figures));
      source.addEventListener("done", (event) => {
        source.close();
        const said = JSON.parse(event.data);
        this.source = null;
        if (said.error) this.failed(said);
        else this.answer(said.result, fields, address);
        this.settle?.(said.result ?? null);
      });
      source.onerror = () => {
        source.close();
        this.failed({ error: "The server does not take this question, or has ended." });
        this.settle?.(null);
      };
    });
  }

  told(message, doing, figures) {
    if (message.event === "queue") {
      doing.textContent = message.before ? `Waiting: ${message.before} before it.` : "Starting …";
      return;
    }
    if (message.event === "answer") doing.textContent = `${message.text} Now the proof …`;
    else if (message.event === "stage" || message.event === "start") doing.textContent = message.run ? `${message.run}: ${message.text}` : `${message.text} …`;
    if (message.figures?.nodes) {
      const { nodes, left, depth } = message.figures;
      figures.dataset.told = [`${number(nodes)} positions`, left ? `${left} first moves left` : "", depth ? `depth ${depth}` : ""].filter(Boolean).join(", ");
    }
    this.figures(figures);
  }

  figures(shown) {
    shown.textContent = [shown.dataset.seconds, shown.dataset.told].filter(Boolean).join(" · ");
  }

  failed(said) {
    this.shown.replaceChildren(element("p", { class: "mistake", role: "alert" }, said.error));
  }

  answer(found, fields, address) {
    const parts = [
      element("p", { class: "soft" }, found.question),
      element("p", { class: "sentence" }, element("strong", {}, found.sentence)),
    ];
    if (found.first_move) parts.push(element("p", {}, "A winning first move: ", element("strong", {}, found.first_move)));
    parts.push(this.checked(found));
    if (found.first_moves) parts.push(this.firsts(found));
    const same = this.table.view.address === address;
    if (same && (found.first_move || found.first_moves)) {
      this.table.clicks.show(found.view);
      if (found.first_moves) this.table.legend(found.signs);
    }
    if (found.claims.length) {
      const asked = `${address}&${query(fields)}`;
      parts.push(element("p", { class: "row" },
        ...found.claims.map((claim, at) => element("button", { type: "button", onclick: () => this.table.proof.open(asked, found.view.line, found.claims, at, true) }, `Walk the proof: ${claim.told}`)),
        element("a", { href: `/export/strategy?${asked}`, download: true }, "strategy file"),
        element("a", { href: `/answer?${asked}` }, "address of this answer")));
      this.table.proof.open(asked, found.view.line, found.claims, 0, false);
    }
    const lines = [...found.evidence, ...found.notes, found.method ? `by ${found.method}, ${found.seconds} s` : ""].filter(Boolean);
    parts.push(element("details", {}, element("summary", {}, "Evidence"), element("ul", {}, ...lines.map((line) => element("li", {}, line)))));
    this.shown.replaceChildren(element("div", { class: "result" }, ...parts));
  }

  checked(found) {
    if (found.checked) {
      return element("p", { class: "checked yes" }, element("strong", {}, "✓ Checked"), ` by ${found.by}.`);
    }
    if (found.checked_part) return element("p", { class: "checked" }, element("strong", {}, "◐ Checked in part: "), found.checked_part);
    return element("p", { class: "checked" }, found.known ? "Not checked: no strategy was found in the time for it." : "Open. More time may decide it.");
  }

  firsts({ first_moves: table, signs }) {
    return element("ul", { class: "firsts", "aria-label": "First moves" }, ...Object.entries(table).map(([name, value]) =>
      element("li", {}, element("span", { class: `sign ${value}`, title: signs[value] }, SIGNS[value]), ` ${name}`)));
  }
}
