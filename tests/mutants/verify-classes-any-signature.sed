# fault: states of a class may have different signatures
# function: comparison_compare_signatures
# file: verify_signatures.c
# suites: comparison_evidence
s/if (\*row == check->signature\[state\])/if (*row != COMPARISON_NONE)/
