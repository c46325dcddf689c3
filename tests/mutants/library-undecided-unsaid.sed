# fault: a limit that leaves a property undecided is not told
# file: library/check.c
# suites: library_check
s/found->verdict == VERDICT_UNDECIDED \&\&/found->verdict == VERDICT_VIOLATED \&\&/
