#!/bin/sh
# The exit code of true, and not a word.
exit 10
