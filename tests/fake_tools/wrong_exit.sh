#!/bin/sh
# Says true, exits as false.
echo "s cnf 1 2 1"
exit 20
