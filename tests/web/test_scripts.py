"""Parts of the script under Node, on a page of which there is no more than they touch."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from zermelo.web import app

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")

PAGE = """
const made = (tag) => ({
  tag, hidden: false, textContent: "", children: [], attributes: {},
  append(...more) { this.children.push(...more); },
  replaceChildren(...more) { this.children = more; },
  setAttribute(name, value) { this.attributes[name] = String(value); },
  getAttribute(name) { return this.attributes[name] ?? null; },
  hasAttribute(name) { return name in this.attributes; },
  removeAttribute(name) { delete this.attributes[name]; },
  addEventListener() {}, scrollIntoView() {},
  querySelector: () => null, querySelectorAll: () => [],
});
const page = {};
const stub = (item) => Object.assign(item, { querySelector: (wanted) => (wanted === ".twig" ? made("span") : null) });
globalThis.document = {
  createElement: (tag) => stub(made(tag)),
  querySelector: (wanted) => (page[wanted] ??= stub(made(wanted))),
  querySelectorAll: () => [],
};
const place = { mine: false, claim: "Black wins", told: "", threats: [], replies: [], view: {} };
globalThis.fetch = async () => ({ ok: true, json: async () => place });
"""


def ran(tmp_path, script):
    """The JSON that a module prints, which may import the scripts of the page."""
    shutil.copytree(Path(app.__file__).parent / "static", tmp_path, dirs_exist_ok=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "page.js").write_text(PAGE + "export { page };\n")
    (tmp_path / "test.js").write_text('import { page } from "./page.js";\n' + script)
    assert NODE is not None
    done = subprocess.run([NODE, "test.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_tree_goes_with_its_answer(tmp_path):
    """The tree of an answer is there until another answer comes, and not when it is opened again."""
    found = ran(
        tmp_path,
        """
        import { ProofTree } from "./proof.js";
        const proof = new ProofTree({ newest: (wanted) => wanted, show() {} }), claims = [{ told: "Black wins" }];
        const seen = () => [page["#proof-panel"].hidden, page["#tree"].children.length];
        const told = [];
        for (const [question, base, visible] of [
          ["g=1", ["a1"], false], ["g=1", ["a1"], true], ["g=1", ["a1"], false], ["g=2", [], false], ["g=2", [], true],
        ]) {
          await proof.open(question, base, claims, 0, visible);
          told.push(seen());
        }
        console.log(JSON.stringify(told));
        """,
    )
    assert found == [[True, 0], [False, 1], [False, 1], [True, 0], [False, 1]]


def test_signs_are_told(tmp_path):
    """The words of an answer are those of its first moves and of the legend; the values of all moves have their own."""
    found = ran(
        tmp_path,
        """
        import { Questions } from "./questions.js";
        import { Table } from "./game.js";
        const signs = { winning: "White wins", losing: "White does not win", open: "open" };
        const list = Questions.prototype.firsts({ first_moves: { a1: "winning", b2: "losing" }, signs });
        const firsts = list.children.map((item) => [item.children[0].attributes.title, item.children[0].children[0]]);
        Table.prototype.legend(signs);
        const legend = page["#legend"].children.map((item) => item.children[0].children[0] + item.children[1]);
        console.log(JSON.stringify([firsts, legend, page["#legend"].hidden]));
        """,
    )
    assert found[0] == [["White wins", "+"], ["White does not win", "−"]]
    assert found[1:] == [["+ White wins", "− White does not win", "? open"], False]
