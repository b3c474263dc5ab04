#!/bin/sh
# Dies by SIGSEGV.
echo "about to fail" >&2
kill -SEGV $$
