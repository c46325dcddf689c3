# fault: what is left out of a smaller game is chosen by numbers, not priorities
# file: parity/preprocess/solve_reduced.c
# suites: solve
s/    return level > of_other || (level == of_other \&\& vertex > other);/    return vertex > other \&\& level + of_other + 1 > 0;/
