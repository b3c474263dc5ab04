#!/bin/sh
# Answers at once; a child that holds the output open stays behind.
sleep "$1" &
echo "s cnf 0 2 1"
exit 20
