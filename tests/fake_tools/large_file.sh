#!/bin/sh
# Fills the disk with one file, outside of its folder when there is one for temporary files.
exec cat /dev/zero > "${TMPDIR:-.}/scratch"
