# fault: `verify` asks whether a step takes the condition of the innermost common part alone
# function: takes_condition
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/part = parts\[part - 1\].in;/part = 0;/
