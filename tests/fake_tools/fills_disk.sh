#!/bin/sh
# Fills its folder with many files; none of them is large.
number=0
while true; do
    number=$((number + 1))
    head -c 100000 /dev/zero > "part$number" || exit 1
done
