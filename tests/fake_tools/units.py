"""A preprocessor: sets existential variables that are unit clauses, and keeps the numbers of the others.

python units.py [--output FILE] [--wrong] FILE: exit code 10 or 20 when that decides the formula, else 0 and the formula
on standard output or in FILE.  With --wrong it forgets a clause.
"""

import sys
from pathlib import Path

lines = Path(sys.argv[-1]).read_text().splitlines()
header = lines[0].split()
prefix = [line.split()[:-1] for line in lines[1:] if line[0] in "ae"]
clauses = [list(map(int, line.split()[:-1])) for line in lines[1:] if line[0] not in "ae"]
existential = {int(word) for line in prefix if line[0] == "e" for word in line[1:]}
if "--wrong" in sys.argv:
    clauses.pop()
while units := [clause[0] for clause in clauses if len(clause) == 1 and abs(clause[0]) in existential]:
    (unit, *_) = units
    prefix = [[word for word in line if word != str(abs(unit))] for line in prefix]
    clauses = [[literal for literal in clause if literal != -unit] for clause in clauses if unit not in clause]
if not clauses or [] in clauses:
    print("s cnf", 0 if clauses else 1)
    sys.exit(20 if clauses else 10)
blocks = [" ".join(line) for line in prefix if len(line) > 1]
body = "".join(f"{line} 0\n" for line in blocks + [" ".join(map(str, clause)) for clause in clauses])
text = f"p cnf {header[2]} {len(clauses)}\n{body}"
if "--output" in sys.argv:
    Path(sys.argv[sys.argv.index("--output") + 1]).write_text(text)
else:
    print("c a comment\n" + text, end="")
