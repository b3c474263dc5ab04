#!/bin/sh
# A correct solver: line and exit code agree.
echo "s cnf 1 2 1"
echo "V 1 0"
exit 10
