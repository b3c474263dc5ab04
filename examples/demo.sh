#!/bin/sh
# A few games, solved one after the other. `make demo` runs this with the right zermelo on the PATH.
# Usage: demo.sh [search|qbf]; search: what needs no QBF solver; qbf: the rest; without a word, all.
set -eu
export ZERMELO_CACHE=  # every answer is worked out here and now, and nothing is remembered elsewhere

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

if [ "${1:-search}" = search ]; then
    run zermelo solve ttt
    run zermelo solve examples/puzzle.hex
    run zermelo solve examples/dominoes.ig --depth 7
    run zermelo solve evader-pursuer:4x4,evader=4-1,pursuer=2-3
    run zermelo perft connect:4,board=7x6 5
fi
if [ "${1:-qbf}" = qbf ]; then
    run zermelo doctor
    run zermelo solve httt:tippy,board=4x4,kind=mb --depth 9 --solver caqe
    run zermelo solve examples/puzzle.hex --depth 5 --encoding et --solver depqbf --verbose
fi
