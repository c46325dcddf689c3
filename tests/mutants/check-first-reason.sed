# fault: a violation of several parts of a formula is shown by the trace of one part
# function: join_reasons
# file: check_plan.c
# suites: check_properties formula_command
s/return same ? left : (struct check_reason){GROUNDS_SEVERAL, 0}/(void)same; return left/
