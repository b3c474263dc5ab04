"""Sheets of GDL for tests, written for them: small games, and one rule each that needs care."""

TIC_TAC_TOE = """; tic-tac-toe on 3x3, misere if three in a row lose
(role xplayer) (role oplayer)
(index 1) (index 2) (index 3) (succ 1 2) (succ 2 3)
(<= (init (cell ?x ?y b)) (index ?x) (index ?y))
(init (control xplayer))
(mark xplayer x) (mark oplayer o) (other xplayer oplayer) (other oplayer xplayer)
(<= (legal ?p (put ?x ?y)) (true (control ?p)) (true (cell ?x ?y b)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (cell ?x ?y ?m)) (does ?p (put ?x ?y)) (mark ?p ?m))
(<= (next (cell ?x ?y ?m)) (true (cell ?x ?y ?m)) (distinct ?m b))
(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (does ?p (put ?i ?j)) (or (distinct ?x ?i) (distinct ?y ?j)))
(<= (next (control ?p)) (true (control ?q)) (other ?q ?p))
(<= (line ?m) (true (cell ?x 1 ?m)) (true (cell ?x 2 ?m)) (true (cell ?x 3 ?m)))
(<= (line ?m) (true (cell 1 ?y ?m)) (true (cell 2 ?y ?m)) (true (cell 3 ?y ?m)))
(<= (line ?m) (true (cell 1 1 ?m)) (true (cell 2 2 ?m)) (true (cell 3 3 ?m)))
(<= (line ?m) (true (cell 1 3 ?m)) (true (cell 2 2 ?m)) (true (cell 3 1 ?m)))
(<= open (true (cell ?x ?y b)))
(<= (won ?p) (mark ?p ?m) (line ?m))
(<= terminal (or (not open) (won ?p)))
(<= (goal ?p 100) (won ?p))
(<= (goal ?p 0) (other ?p ?q) (won ?q))
(<= (goal ?p 50) (role ?p) (not (or (won xplayer) (won oplayer))))
"""

MISERE = TIC_TAC_TOE.replace(
    "(<= (won ?p) (mark ?p ?m) (line ?m))", "(<= (won ?p) (other ?p ?q) (mark ?q ?m) (line ?m))"
)

NIM = """; piles of 1, 2 and 3; whoever takes the last one wins
(role first) (role second)
(<= (init (pile ?a ?a)) (start ?a)) (start 1) (start 2) (start 3)
(init (turn first)) (other first second) (other second first)
(more 1 0) (more 2 1) (more 3 2)
(<= (less ?a ?b) (more ?b ?a))
(<= (less ?a ?c) (more ?b ?a) (less ?b ?c))
(<= (legal ?p (leave ?k ?n)) (true (turn ?p)) (true (pile ?k ?m)) (less ?n ?m))
(<= (legal ?p (wait)) (role ?p) (not (true (turn ?p))))
(<= (next (pile ?k ?n)) (does ?p (leave ?k ?n)))
(<= (next (pile ?k ?n)) (true (pile ?k ?n)) (does ?p (leave ?j ?i)) (distinct ?j ?k))
(<= (next (turn ?p)) (true (turn ?q)) (other ?p ?q))
(<= left (true (pile ?k ?n)) (not (not (distinct ?n 0))))
(<= terminal (not left))
(<= (goal ?p 0) (true (turn ?p)))
(<= (goal ?p 100) (role ?p) (not (goal ?p 0)))
"""

COUNTER = """; nested successors: one player adds one or two to a number, the other one waits; the play lasts four steps
(role black) (role white) (init (count zero (s (s (s (s end))))))
(<= (legal black (add one)) (true (count ?n ?t)))
(<= (legal black (add two)) (true (count ?n ?t)))
(legal white noop)
(<= (next (count (s ?n) ?t)) (true (count ?n (s ?t))) (does black (add one)))
(<= (next (count (s (s ?n)) ?t)) (true (count ?n (s ?t))) (does black (add two)))
(<= terminal (true (count ?n end)))
(<= five (true (count (s (s (s (s (s zero))))) ?t)))
(<= (goal black 100) five)
(<= (goal black 0) (not five))
(<= (goal white 60) (goal black 0))
(<= (goal white 10) (goal black 100))
"""

GROUPS = """; stones in a row of five; a group that touches both ends wins: groups are recursive, and so is the net
(role black) (role white) (init (turn black)) (other black white) (other white black)
(touch 1 2) (touch 2 3) (touch 3 4) (touch 4 5) (touch 2 5) (cell 1) (cell 2) (cell 3) (cell 4) (cell 5)
(<= (near ?a ?b) (touch ?a ?b)) (<= (near ?a ?b) (touch ?b ?a))
(<= (taken ?a) (true (on ?a ?p)))
(<= (legal ?p (put ?a)) (true (turn ?p)) (cell ?a) (not (taken ?a)))
(<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
(<= (next (on ?a ?p)) (does ?p (put ?a)))
(<= (next (on ?a ?p)) (true (on ?a ?p)))
(<= (next (turn ?p)) (true (turn ?q)) (other ?p ?q))
(<= (joined ?p ?a ?a) (true (on ?a ?p)))
(<= (joined ?p ?a ?c) (joined ?p ?a ?b) (near ?b ?c) (true (on ?c ?p)))
(<= (won ?p) (joined ?p 1 5))
(<= full (taken 1) (taken 2) (taken 3) (taken 4) (taken 5))
(<= terminal (won ?p)) (<= terminal full)
(<= (goal ?p 100) (won ?p))
(<= (goal ?p 0) (role ?p) (not (won ?p)))
"""

VARIABLES = """; whole fluents and moves as values of variables
(role black) (role white) (init (on a)) (init (turn black)) (init (mode (pair fast (left 2))))
(flip (on a) (off a)) (flip (off a) (on a)) (swap black white) (swap white black)
(<= (legal ?p ?m) (true (turn ?p)) (move ?m)) (move (press a)) (move rest)
(<= (legal ?p noop) (swap ?p ?q) (true (turn ?q)))
(<= (next ?g) (true ?f) (flip ?f ?g) (does ?p (press a)))
(<= (next ?f) (true ?f) (flip ?f ?g) (does ?p rest))
(<= (next (turn ?q)) (true (turn ?p)) (swap ?p ?q))
(<= (next (mode (pair ?k (left 1)))) (true (mode (pair ?k (left 2)))))
(<= (next (mode (pair ?k (left 0)))) (true (mode (pair ?k (left 1)))))
(<= terminal (true (mode (pair ?any (left 0)))))
(<= (goal black 100) (true (on ?x))) (<= (goal black 0) (true (off ?x)))
(<= (goal white 100) (true (off ?x))) (<= (goal white 0) (true (on ?x)))
"""

SIMULTANEOUS = """(role a) (role b) (init start)
(<= (legal ?r left) (role ?r)) (<= (legal ?r right) (role ?r))
(<= (next end) (does a ?m)) (<= terminal (true end))
(<= (goal ?r 100) (role ?r))
"""

UNPLAYABLE = """(role a) (role b) (init (step 1)) (succ 1 2) (succ 2 3)
(<= (legal a go) (true (step 1))) (legal b noop)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= terminal (true (step 3))) (goal a 100) (goal b 0)
"""

NO_SCORE = """(role a) (role b) (init one) (legal a go) (legal b noop)
(<= (next two) (does a go)) (<= terminal (true two)) (<= (goal a 100) (true two)) (<= (goal b 100) (true one))
"""

GAMES = {
    "tic-tac-toe": TIC_TAC_TOE,
    "misere": MISERE,
    "nim": NIM,
    "counter": COUNTER,
    "groups": GROUPS,
    "variables": VARIABLES,
}
"""The sheets of games that can be played to the end."""
