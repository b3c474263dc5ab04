#!/bin/sh
# Leaves daemons: double forks without environment, in sessions of their own, that hold no pipe; then answers.
(env -i setsid sleep "$1" >/dev/null 2>&1 &)
(setsid sh -c "setsid sleep $1 & exit" >/dev/null 2>&1 &)
sleep 0.05
echo "s cnf 1 2 1"
exit 10
