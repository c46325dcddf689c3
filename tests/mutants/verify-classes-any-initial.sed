# fault: initial states need not be in a common class
# function: has_partner
# file: verify_comparison.c
# suites: comparison_evidence
s/int found = 0;/int found = 1;/
