#!/bin/sh
# Ignores polite signals.
trap "" TERM INT HUP
sleep "$1"
sleep "$1"
