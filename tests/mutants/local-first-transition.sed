# fault: verify compares own labels with the first transition of the step alone
# function: check_step
# file: verify_local.c
# suites: trace_step
s/wrong = first > wrong ? first : wrong;/break;/
