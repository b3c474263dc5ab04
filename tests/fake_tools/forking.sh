#!/bin/sh
# Children: in the group, in a session of their own, and one below those; then hangs.
sleep "$1" &
setsid sleep "$1" &
setsid sh -c "sleep $1 & wait" &
wait
