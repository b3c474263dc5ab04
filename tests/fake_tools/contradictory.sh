#!/bin/sh
# Says both.
echo "s cnf 1 2 1"
echo "s cnf 0 2 1"
exit 10
