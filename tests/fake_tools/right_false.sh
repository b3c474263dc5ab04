#!/bin/sh
# A correct solver: line and exit code agree.
echo "s cnf 0 2 1"
exit 20
