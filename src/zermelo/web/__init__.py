"""The page in the browser: ``zermelo serve``, with the extra ``web``.

    browser ── guard ── app ──┬── pages      HTML that works without a script; templates/ and static/
                              ├── address    game, moves and question as the query of an address, and back
                              └── desk ── lanes ── worker processes ── tasks

The server itself never reads a game: what people send is read, drawn and solved in worker processes, forks of one that
has loaded the package, within limits of time and memory. A worker whose connection is closed is killed, with all that
it has started; so are all of them when the server ends, however it ends.
"""
