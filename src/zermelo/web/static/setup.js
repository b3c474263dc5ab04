// A position set up by clicking stones.
import { ask, find } from "./common.js";

export function startSetup(table) {
  const begin = find("#setup-begin"), done = find("#setup-done"), leave = find("#setup-leave"), told = find("#setup-mistake");
  const mover = find("#setup-mover");
  const stones = { black: new Set(), white: new Set() };
  let latest; // what the server makes of the last change
  const on = (set) => {
    table.clicks.put = set ? put : null;
    begin.hidden = set;
    done.hidden = leave.hidden = !set;
    document.body.classList.toggle("setting", set);
  };
  const draw = () => {
    const mine = (latest = make());
    const ours = () => mine === latest; // else a stone has been put meanwhile
    mine.then((made) => {
      if (!ours()) return;
      table.clicks.show(made.view);
      find("#status").textContent = `Set up: ${made.view.status}`;
      told.hidden = true;
      done.disabled = false;
    }, (error) => {
      if (!ours()) return;
      told.textContent = error.message;
      told.hidden = false;
      done.disabled = true;
    });
  };
  const make = () => ask("/api/setup", { body: { ...table.game, mover: mover.value, black: [...stones.black], white: [...stones.white] } });
  const put = (cell) => {
    const name = table.view.cells[cell];
    if (stones.black.delete(name)) stones.white.add(name);
    else if (!stones.white.delete(name)) stones.black.add(name);
    draw();
  };
  begin.addEventListener("click", () => {
    table.stop();
    for (const player of ["black", "white"]) {
      stones[player] = new Set(table.view.contents.flatMap((content, cell) => (content === player ? [table.view.cells[cell]] : [])));
    }
    mover.value = table.view.mover;
    on(true);
    draw();
  });
  mover.addEventListener("change", () => table.clicks.put && draw());
  leave.addEventListener("click", () => { on(false); table.load(table.view.address, false); });
  done.addEventListener("click", async () => {
    const mine = latest; // may be on its way
    const made = await mine.catch(() => null); // an error has been told
    if (made && mine === latest) location.assign(`/game?${made.view.address}`);
  });
}
