"""Burns CPU time in two processes at once, and sleeps in a third."""

import os
import time

if os.fork():
    os.fork()
    while True:
        pass
time.sleep(3600)
