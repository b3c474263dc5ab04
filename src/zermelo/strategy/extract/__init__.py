"""Extraction of strategies: from a search, from an oracle, and from proofs of formulas."""
