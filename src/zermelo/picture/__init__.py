"""Pictures of positions: SVG of any board, with what a position threatens. They know the model only."""
