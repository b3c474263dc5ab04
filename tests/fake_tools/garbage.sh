#!/bin/sh
# Prints bytes that are no text, and no answer.
printf '\377\376 s cnf 1\n\000cnf s 1\ns cnf 10\n'
exit 10
