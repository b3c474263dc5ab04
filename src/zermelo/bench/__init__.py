"""Benchmarks: tables of sizes, and whole families of formula files with a manifest.

    game, encodings, depths  →  sizes: a row of numbers for each formula
    family, encodings, depths  →  suite: a file for each formula, with its expected status and its place in a manifest

What stands in a file, and what is known of its truth, is settled in one place each (`formula`, `expected`); the command
``zermelo encode`` writes its single file by the same means.
"""
