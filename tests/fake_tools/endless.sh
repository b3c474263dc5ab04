#!/bin/sh
# Prints for ever.
exec yes "c still thinking"
