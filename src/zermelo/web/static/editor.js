// A game as text beside its board, read again whenever one stops typing.
import { ask, element, find, later, mistake } from "./common.js";

export function startEditor() {
  const form = find("#editor"), text = find("textarea", form), numbers = find(".numbers", form), told = find("#mistake");
  let wrong = 0, asked;
  const count = () => {
    const lines = text.value.split("\n").length;
    numbers.replaceChildren(...Array.from({ length: lines }, (_, at) => [at + 1 === wrong ? element("b", {}, `${at + 1}`) : `${at + 1}`, "\n"]).flat());
    numbers.scrollTop = text.scrollTop;
  };
  const read = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      const view = await ask("/api/check", { body: { text: text.value }, signal: asked.signal });
      find("#board").innerHTML = view.svg;
      find("#name").textContent = view.name;
      find("#kind").textContent = `${view.kind}, ${view.size}`;
      find("#status").textContent = view.status;
      find("#aims").replaceChildren(...view.aims.map((line) => element("li", {}, line)));
      told.hidden = true;
      text.removeAttribute("aria-invalid");
      wrong = 0;
    } catch (error) {
      if (error.name === "AbortError") return;
      wrong = error.line ?? 0;
      told.textContent = mistake(error);
      told.hidden = false;
      text.setAttribute("aria-invalid", "true");
    }
    count();
  };
  text.addEventListener("input", () => { wrong = 0; count(); });
  text.addEventListener("input", later(200, read));
  text.addEventListener("scroll", () => { numbers.scrollTop = text.scrollTop; });
  count();
  if (text.value !== text.defaultValue) read(); // written before the script was there
}
