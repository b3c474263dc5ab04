"""Bridges to other programs' games; each needs an extra of its own, and loads its library when it is used."""
