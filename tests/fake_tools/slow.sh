#!/bin/sh
# Answers after an hour.  The first argument marks its process.
sleep "$1"
echo "s cnf 1 2 1"
exit 10
