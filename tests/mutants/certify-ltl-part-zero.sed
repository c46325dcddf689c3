# fault: a part of a certificate may have the number 0, which is for removed pairs
# function: take_part
# file: evidence_runs.c
# suites: check_ltl
# cases: 20
s/value\[1\] == 0 ||//
