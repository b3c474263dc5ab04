"""Parts of the encoding of ground games: chosen moves as numbers, gates under what is known, and the play."""
