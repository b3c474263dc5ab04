// The table of all runs: filters, order, and a hundred rows at a time. Everything that is shown goes through
// textContent, so that no name can become markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("runs").textContent);
  const { heads, numeric, rows } = data;
  const at = Object.fromEntries(heads.map((head, number) => [head, number]));
  const form = document.getElementById("filters");
  const body = document.querySelector("#cells tbody");
  const headRow = document.querySelector("#cells thead tr");
  const told = document.getElementById("told");
  const more = document.getElementById("more");
  const collator = new Intl.Collator("en", { numeric: true });
  const STEP = 100;
  let found = rows, shown = 0, column = -1, down = false;

  const make = (name, text, kind) => {
    const element = document.createElement(name);
    if (text !== null && text !== undefined) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };

  const plain = (value, head) => {
    if (value === null) return "";
    if (head === "s" || head === "CPU s") return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : 1);
    return head === "MB" ? value.toFixed(0) : String(value);
  };

  const folded = (cell) => { // a long text, in one line until somebody wants to read it
    const text = cell.textContent;
    if (text.length <= 40) return;
    const details = make("details");
    details.append(make("summary", `${text.slice(0, 36)}…`), make("div", text));
    cell.replaceChildren(details);
  };

  const kinds = { solved: "good", unknown: "open", failed: "bad" };

  const show = () => {
    const part = document.createDocumentFragment();
    for (const row of found.slice(shown, shown + STEP)) {
      const line = document.createElement("tr");
      row.forEach((value, number) => {
        const head = heads[number];
        const cell = make(number === 0 ? "th" : "td", plain(value, head), numeric[number] ? "number" : null);
        if (number === 0) cell.scope = "row";
        if (head === "detail") folded(cell);
        if (head === "status") cell.className = kinds[value] || "";
        line.append(cell);
      });
      part.append(line);
    }
    body.append(part);
    shown = Math.min(shown + STEP, found.length);
    more.hidden = shown >= found.length;
    more.textContent = `Show ${Math.min(STEP, found.length - shown)} more of ${found.length - shown}`;
  };

  const compare = (a, b) => {
    const x = a[column], y = b[column];
    if (x === null || y === null) return (x === null) - (y === null); // what is not there comes last, either way
    const order = numeric[column] ? x - y : collator.compare(x, y);
    return down ? -order : order;
  };

  const update = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = [...form.querySelectorAll("select")].filter((each) => each.value !== "")
      .map((each) => [at[each.name], each.value.slice(1)]);
    found = rows.filter((row) => chosen.every(([number, value]) => (row[number] ?? "") === value)
      && words.every((word) => row[at.game].toLowerCase().includes(word)));
    if (column >= 0) found = [...found].sort(compare);
    const count = (status) => found.reduce((sum, row) => sum + (row[at.status] === status), 0);
    const seconds = found.reduce((sum, row) => sum + row[at.s], 0);
    told.textContent = `${found.length} of ${rows.length} runs: ${count("solved")} solved, ${count("unknown")} unknown, `
      + `${count("failed")} failed; ${seconds.toFixed(1)} s in all`;
    body.replaceChildren();
    shown = 0;
    show();
  };

  heads.forEach((head, number) => {
    const cell = make("th", null, numeric[number] ? "number" : null);
    cell.scope = "col";
    const button = make("button", head);
    button.type = "button";
    button.addEventListener("click", () => {
      down = column === number ? !down : numeric[number];
      column = number;
      for (const each of headRow.children) each.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", down ? "descending" : "ascending");
      update();
    });
    cell.append(button);
    headRow.append(cell);
  });

  for (const select of form.querySelectorAll("select")) {
    const values = [...new Set(rows.map((row) => row[at[select.name]] ?? ""))];
    if (select.name !== "way" && select.name !== "file") values.sort(collator.compare);
    for (const value of values) {
      const option = make("option", value === "" ? "(none)" : value);
      option.value = `=${value}`;
      select.append(option);
    }
  }
  form.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update));
  more.addEventListener("click", show);
  document.getElementById("table-of-runs").hidden = false;
  update();
})();
