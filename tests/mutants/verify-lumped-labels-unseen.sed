# fault: states of a class may have different labels
# function: add_label
# file: verify_weighed.c
# suites: measured_evidence
s/strcmp(text, INITIAL) == 0/text != NULL/
