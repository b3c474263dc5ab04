// A game as the searches of any game ask for it: a class with
//
//     words, cells(), actions(black)           sizes
//     black_moves(ply)                         who is to move
//     winning_move(position, ply)              a move by which the mover wins at once, or -1
//     for_each_move(position, ply, visit)      visit(move) for each legal move
//     can_move(position, ply)                  whether there is one
//     blocked(position, ply)                   who has won when there is none: a Status (it takes one move to see)
//     play(position, ply, move)                the next position
//     weight(black, move)                      a first guess at how good a move is
//     mobility(position, black)                how many moves a player would have
//     key(position)                            what matters of it for the rest of the play
//     counted(position, ply)                   who wins, where that can be seen without a search
//     has_goals()                              whether anyone can win other than by leaving the other without a move
//     ply_of(position, black)                  a ply at which a player may be to move there, for retrograde.hpp
//
// and perhaps
//
//     wants_moves()                            whether it is good to have moves left (where it is not told: yes)
//     look(position, ply)                      `counted`, the lead in `mobility` of who is not to move, and `key`, at one
//                                              look, which takes less time; with packing(), whether it is of use
//     valued(position, ply, lead, within)      who wins, where a longer look tells (bands of dominoes, nimbers), and else
//                                              perhaps a better lead; has_bands(), has_nimbers(), set_aside(bytes),
//                                              use(table, turns), bytes(): the memory that it takes, see game_memory.hpp
//     by_nimbers(position, ply, within, move)  the same with a move, where nimbers tell; heed(limits): what ends them,
//                                              spread(marks): those of other threads
//     argument(position, ply, black, within)   an argument by which a player wins, for proofs
//     form(position), key_after(form, ...)     the same as `key` of the position after a move, faster for all moves of one
//     key_cells()                              how many bits the sets of a key have, where that is not cells()
//     keys_are_one_set()                       whether the two sets of a key are always the same
//     keep_safe(position, ply, from, to, move) which of these moves do not let the other player win at once
//     rank(black, move)                        how early it is tried, where the game knows better than what searches learn
//     threats(position, black)                 how many moves would win at once (legal), or will once allowed (all); with it
//     outposts(position, black)                the cells on which one stone threatens to win, where one wins alone
//     effect(black, move)                      what a move changes
//
// where a position in which nobody has just won by `winning_move` is never over before the mover looks for a move. In the
// games of rules/by_state.hpp that is not so, and there is always a move; they have `choices(position, ply)`, how many moves
// there are, in place of `mobility`, and `saving_move(position, ply)`, a move after which Black has not won, or -1.

#pragma once

#include <cstdint>

#include "rules/by_state.hpp"
#include "rules/position.hpp"

namespace zermelo {

// The part of it that all games share.
template <class Game>
concept SearchGame = requires(const Game& game, const Position<Game::words>& position, std::int64_t ply, int move) {
    game.cells();
    game.actions(true);
    game.weight(true, move);
    game.has_goals();
    game.winning_move(position, ply);
    game.for_each_move(position, ply, [](int) {});
    game.can_move(position, ply);
    game.blocked(position, ply);
    game.play(position, ply, move);
    game.key(position);
    game.counted(position, ply);
    game.ply_of(position, true);
};

}  // namespace zermelo
