# fault: nodes that the formula does not use are evaluated
# function: evaluate
# file: verify_difference.c
# suites: evidence_fuzz
s/work->level\[i\] == UNUSED/0/
