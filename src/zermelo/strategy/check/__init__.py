"""The checkers: every reply of the opponent played, every argument verified, by the rules alone.

`plain` is the small trusted kernel; `native` takes the same steps in the core. Nothing here knows how a strategy was
found.
"""
