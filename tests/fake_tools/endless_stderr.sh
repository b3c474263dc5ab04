#!/bin/sh
# Complains for ever.
exec yes "warning: still thinking" >&2
