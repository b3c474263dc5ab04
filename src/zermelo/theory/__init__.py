"""Combinatorial game theory: values of games in which a player who cannot move has lost.

``short_game`` calculates with short partizan games in canonical form, ``thermograph`` and ``atomic_weight`` measure
them, ``value_names`` and ``value_reader`` write and read them. ``value`` finds the value of a position:
``independent_parts`` and ``net_states`` say what each player could move there, whoever's turn it is; of grid games the
core works the values out. ``game_sum`` and ``game_value`` do so for sums as people write them.

In misère play ``misere_quotient`` takes the place of values, for impartial games: of the positions that
``impartial_positions`` finds, or of the heaps of an ``octal_code``.
"""
