"""Playing games: against a strategy, the search or people.

    Play ──┬── opponents     StrategyOpponent (with a Follower), SearchOpponent (with an Evaluator), RandomOpponent
           ├── levels        LevelOpponent: Monte-Carlo tree search (native_opponent, or plain_opponent) and the search
           ├── terminal      commands in, boards out
           ├── record        a play as a file
           ├── variation     the principal variation
           └── review        the first mistake of a player
    dot                      the first plies of a strategy as a graph

Each name is imported from its module.
"""
