"""Playing games, and pictures of them.

    Session ──┬── opponents: Solver (with an Evaluator), Follower (of strategies), Random; people
              ├── Front        the terminal: commands in, boards out
              ├── record       a play as a file
              └── review       where the loser could have done better
    picture ── svg             any position, with threats, pairings, winning path and values of moves
    graph                      the first plies of a strategy, as DOT

The pictures know the model of games only; each thing here is imported by its module.
"""
