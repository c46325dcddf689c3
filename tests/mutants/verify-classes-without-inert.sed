# fault: the check of classes does not go along inert steps
# function: spread
# file: verify_signatures.c
# suites: comparison_evidence
s/if (other != set_of\[state\] \&\& (inert/if (0 \&\& (inert/
