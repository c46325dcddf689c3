# fault: vertices of the loser take a transition with any label
# function: takes
# file: formula_path_moves.c
# suites: formula_evidence
s/step->label == transition->label \&\&/1 \&\&/
