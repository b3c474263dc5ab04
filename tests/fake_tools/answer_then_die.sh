#!/bin/sh
# Prints a true answer, then aborts.
echo "s cnf 1 2 1"
kill -ABRT $$
