// The script of all pages. Pages work without it; it saves loading them anew, shows progress, and lets people play.
import { startGame } from "./game.js";
import { startHome } from "./home.js";
import { startEditor } from "./editor.js";

document.documentElement.classList.add("scripted");
const start = { game: startGame, home: startHome, edit: startEditor }[document.body.dataset.page];
if (start) start();
