#!/bin/sh
# Rejects its input.
echo "line 3: header expected" >&2
exit 1
