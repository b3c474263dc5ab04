"""The ways to a strategy: out of a search, by asking, and out of proofs of formulas."""
