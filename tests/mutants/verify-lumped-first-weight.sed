# fault: of several numbers that lead to a class, the first one alone counts
# function: add_up
# file: verify_lumped.c
# suites: measured_evidence
s/fraction_add(&given\[kept - 1\].weight, given\[i\].weight) != 0/0/
