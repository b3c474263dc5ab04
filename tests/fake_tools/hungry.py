"""Eats memory, 20 MB at a time, in this process or (argument "child") in one that it forks."""

import os
import sys
import time

if sys.argv[1:2] == ["child"] and os.fork():
    os.wait()
    sys.exit(1)
eaten = []
while True:
    eaten.append(bytearray(os.urandom(64)) * (20 * 2**20 // 64))
    time.sleep(0.002)
