// The first page: a family's options with a preview, a file dropped or pasted with its mistakes.
import { ask, find, later, mistake } from "./common.js";

export function startHome() {
  find("#choose select").addEventListener("change", () => find("#choose").submit());
  if (new URLSearchParams(location.search).has("family")) find("#families").scrollIntoView({ block: "nearest" });
  preview();
  ownGame();
}

function preview() {
  const form = find("#family"), shown = find("#preview"), open = find("button", form);
  let asked;
  const show = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const view = await ask(`/api/family?${new URLSearchParams(new FormData(form))}`, { signal: asked.signal });
      shown.innerHTML = view.svg;
      shown.querySelector(".cells")?.remove();
      shown.className = "preview";
      open.disabled = false;
    } catch (error) {
      if (error.name === "AbortError") return;
      shown.textContent = error.message;
      shown.className = "preview mistake";
      open.disabled = true;
    }
  };
  form.addEventListener("input", later(150, show));
  show();
}

function ownGame() {
  const form = find("#own-game"), text = find("textarea", form), file = find("input[type=file]", form), told = find(".mistake", form);
  const check = async () => {
    told.hidden = true;
    if (!text.value.trim()) return;
    try {
      await ask("/api/check", { body: { text: text.value } });
    } catch (error) {
      told.textContent = mistake(error);
      told.hidden = false;
    }
  };
  const take = async (given) => {
    if (given.size > 262144) {
      told.textContent = "This file is larger than 256 KB; the command line takes larger ones.";
      told.hidden = false;
      return;
    }
    file.value = "";
    try {
      text.value = new TextDecoder("utf-8", { fatal: true }).decode(await given.arrayBuffer());
    } catch {
      told.textContent = "This file is not in UTF-8; save it as UTF-8.";
      told.hidden = false;
      return;
    }
    check();
  };
  text.addEventListener("input", later(250, check));
  file.addEventListener("change", () => file.files[0] && take(file.files[0]));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      find(".drop", form).classList.toggle("dragged", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
    });
  }
}
