#!/bin/sh
# Knows that it does not know.
echo "s cnf -1 2 1"
exit 30
