#!/bin/sh
# Leaves a daemon, whose parent is gone, and hangs, ignoring polite signals.
trap "" TERM INT HUP
(setsid sleep "$1" >/dev/null 2>&1 &)
sleep "$1"
sleep "$1"
