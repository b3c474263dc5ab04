#!/bin/sh
# A few games, solved one after the other. `make demo` runs this with the right zermelo on the PATH.
set -eu

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

run zermelo solve ttt
run zermelo solve httt:tippy,board=4x4,kind=mb --depth 9
run zermelo solve hex:4x4 --depth 7
