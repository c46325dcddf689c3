# fault: the check of classes does not see infinite runs of inert steps
# function: find_divergence
# file: verify_signatures.c
# suites: comparison_evidence
s/memset(signing->diverges, 1, check->states)/memset(signing->diverges, 0, check->states)/
