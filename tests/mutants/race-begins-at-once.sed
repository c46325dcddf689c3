# fault: a side that is to begin later begins at once
# file: parity/solve_race.c
# suites: solve_race solve_auto
s/while (runner->side->delay > 0 \&\& /while (runner->side->delay < 0 \&\& /
