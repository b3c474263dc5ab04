"""One self-contained HTML page: title and sections, tables, figures; light and dark, on screens of any width.

Nothing is loaded from anywhere, and a content security policy in the page says so: of scripts it lets run those alone
that were given here, by their hashes. What is text is escaped by `escaped`; `HtmlText` is text that is HTML already.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NewType

HtmlText = NewType("HtmlText", str)
"""Text that is HTML: made by the functions of this module, or by a template of ours."""

CSS = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1e21; --soft: #5c6370; --line: #d9dce1; --raised: #f5f6f8;
  --accent: #0b62b8; --good: #1a7f37; --bad: #c1272d; --open: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #e6e8eb; --soft: #a2a9b4; --line: #363b43;
  --raised: #1f2228; --accent: #79b8ff; --good: #56d364; --bad: #ff7b72; --open: #e3b341; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem clamp(.75rem, 3vw, 2.5rem) 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { max-width: 46rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .75rem 0; padding: 0; }
.soft, caption, figcaption { color: var(--soft); }
.wide { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-top: .35rem; caption-side: bottom; font-size: .85rem; }
th, td { padding: .28rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; background: var(--paper); }
th.number, td.number { text-align: right; white-space: nowrap; }
tbody th { font-weight: 500; }
tbody tr:hover { background: var(--raised); }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1.5rem; }
figure { margin: 0; min-width: 0; }
figure svg { width: 100%; height: auto; max-height: 34rem; }
.alarm { border-left: 4px solid var(--bad); padding: .25rem 1rem; background: var(--raised); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
@media print { nav, .filters { display: none; } body { max-width: none; } }
"""


@dataclass(frozen=True)
class PageSection:
    """A section of a page.

    Parameters
    ----------
    heading
        Its heading, as text.
    body
        Its contents.
    """

    heading: str
    body: HtmlText


def escaped(value: object) -> HtmlText:
    """A value as text of a page or of an attribute in quotes.

    >>> escaped('<b onclick="x">')
    '&lt;b onclick=&quot;x&quot;&gt;'
    """
    return HtmlText(html.escape(str(value).encode(errors="replace").decode().replace("\x00", "")))


def joined(parts: Iterable[HtmlText]) -> HtmlText:
    """Parts of a page, one after the other."""
    return HtmlText("\n".join(parts))


def paragraph(text: object, kind: str = "") -> HtmlText:
    """A paragraph of text; ``kind`` is a class of the page's style, such as ``"soft"`` or ``"alarm"``.

    >>> paragraph("1 < 2", "soft")
    '<p class="soft">1 &lt; 2</p>'
    """
    return HtmlText(f"<p{_class(kind)}>{escaped(text)}</p>")


def bullets(texts: Iterable[object]) -> HtmlText:
    """A list of texts."""
    return HtmlText("<ul>" + "".join(f"<li>{escaped(text)}</li>" for text in texts) + "</ul>")


def table_element(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    right: Iterable[int] = (),
    caption: str = "",
) -> HtmlText:
    """A table that scrolls sideways by itself where the screen is narrow; the first cell of a row is its heading.

    Parameters
    ----------
    columns, rows
        The heads, and the cells; None is an empty cell.
    right
        The numbers of the columns of figures, flush right.
    caption
        A line above the table.

    >>> table_element(["way", "solved"], [["a<b", 3]], right=[1]).count("&lt;")
    1
    """
    flush = set(right)
    kinds = [_class("number") if k in flush else "" for k in range(len(columns))]
    heads = "".join(f'<th scope="col"{kind}>{escaped(text)}</th>' for text, kind in zip(columns, kinds, strict=True))
    lines = []
    for row in rows:
        cells = ["" if value is None else escaped(value) for value in row]
        first = f'<th scope="row"{kinds[0]}>{cells[0]}</th>' if cells else ""
        others = zip(cells[1:], kinds[1:], strict=False)
        lines.append(f"<tr>{first}{''.join(f'<td{kind}>{text}</td>' for text, kind in others)}</tr>")
    told = f"<caption>{escaped(caption)}</caption>" if caption else ""
    body = "\n".join(lines)
    label = escaped(caption or "table")
    return HtmlText(
        f'<div class="wide" role="region" aria-label="{label}" tabindex="0"><table>{told}'
        f"<thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table></div>"
    )


def figure_element(svg: str, caption: str) -> HtmlText:
    """A figure with its caption, which also says what it is to who cannot see it.

    Parameters
    ----------
    svg
        An ``svg`` element of `zermelo.campaign.report.figure_files.figure_svg`.
    caption
        Its text.
    """
    label = escaped(caption)
    drawn = svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
    return HtmlText(f"<figure>{drawn}<figcaption>{label}</figcaption></figure>")


def figure_grid(figures: Iterable[HtmlText]) -> HtmlText:
    """Figures beside each other where there is room."""
    return HtmlText(f'<div class="figures">{joined(figures)}</div>')


def data_element(name: str, value: Any) -> HtmlText:
    """Data for a script of the page, as JSON that nothing in it can end.

    >>> "</script><b>" in data_element("cells", ["</script><b>"])
    False
    """
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return HtmlText(f'<script type="application/json" id="{escaped(name)}">{text}</script>')


def html_page(
    title: str,
    sections: Sequence[PageSection],
    *,
    lead: HtmlText = HtmlText(""),
    style: str = "",
    script: str = "",
) -> Iterator[str]:
    """A page, in pieces for `zermelo.files.write_text`.

    Parameters
    ----------
    title
        Its title, as text.
    sections
        The sections, which are listed at the top.
    lead
        What stands before them.
    style, script
        More CSS, and one script; both are ours, for nothing in them is escaped.

    >>> text = "".join(html_page("<i>Campaign</i>", [PageSection("Ways", paragraph("two"))]))
    >>> "<i>" in text, '<h2 id="ways">Ways</h2>' in text
    (False, True)
    """
    names = _names([section.heading for section in sections])
    allowed = f"'sha256-{_digest(script)}'" if script else "'none'"
    policy = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'"
    yield f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escaped(title)}</title>
<style>{CSS}{style}</style>
</head>
<body>
<a class="skip" href="#contents">To the contents</a>
<header><h1>{escaped(title)}</h1>
{lead}
<nav aria-label="Sections"><ul>
"""
    for section, name in zip(sections, names, strict=True):
        yield f'<li><a href="#{name}">{escaped(section.heading)}</a></li>\n'
    yield '</ul></nav></header>\n<main id="contents">\n'
    for section, name in zip(sections, names, strict=True):
        yield f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escaped(section.heading)}</h2>\n'
        yield section.body
        yield "\n</section>\n"
    yield "</main>\n"
    if script:
        yield f"<script>{script}</script>\n"
    yield "</body>\n</html>\n"


def _names(headings: Sequence[str]) -> list[str]:
    """A word for each heading, each another one, that may stand in an address."""
    found: list[str] = []
    for heading in headings:
        word = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in heading.lower()).strip("-")
        word = word or "section"
        taken = word in found
        found.append(f"{word}-{len(found)}" if taken else word)
    return found


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _class(kind: str) -> str:
    return f' class="{escaped(kind)}"' if kind else ""
