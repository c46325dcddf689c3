# fault: a limit that leaves a property undecided is not reported
# function: explain
# file: check.c
# suites: library_check
s/= VERDICT_UNDECIDED/= VERDICT_VIOLATED/
