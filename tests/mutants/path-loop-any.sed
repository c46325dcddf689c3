# fault: a lasso over several vertices counts as won whatever its priorities
# function: path_wins_loop
# file: formula_path_loop.c
# suites: formula_evidence
s/status = highest < 0 ? -1 : !highest;/status = highest < 0 ? -1 : 1;/
