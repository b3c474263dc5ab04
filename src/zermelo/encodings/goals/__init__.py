"""Goals of formulas: what Black has to have completed, on one of the boards."""
