"""The checkers: they play every reply of the opponent and verify every argument, by the rules alone.

`plain` is the small trusted kernel; `native` takes the same steps in the core. The checkers are independent of how a
strategy was found.
"""
