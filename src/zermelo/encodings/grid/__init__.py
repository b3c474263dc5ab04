"""Parts of the encodings of grid games."""
