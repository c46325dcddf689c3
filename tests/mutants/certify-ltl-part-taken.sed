# fault: `verify` does not ask whether a step takes the strong condition of its part
# function: check_edge
# file: verify_runs.c
# suites: check_ltl
# cases: 20
s/if (takes_condition(checker, a.part))/if (0)/
