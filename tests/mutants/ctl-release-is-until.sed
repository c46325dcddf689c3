# fault: f R g is g until f
# function: fixpoint
# file: ctl_macros.c
# suites: ctl
s/is_release ? FORMULA_OR : FORMULA_AND/FORMULA_AND/
