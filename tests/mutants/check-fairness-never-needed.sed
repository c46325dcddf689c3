# fault: each property holds without fairness, too
# function: take_answers
# file: check_cycles.c
# suites: check_ltl
s/!asked->queries\[query - 1\].cycle.found/1/
