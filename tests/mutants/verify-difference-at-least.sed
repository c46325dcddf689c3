# fault: a bound from above is one from below
# function: is_bounded
# file: verify_difference.c
# suites: measured_evidence
s/bound->at_most ? order <= 0 : order >= 0/order >= 0/
