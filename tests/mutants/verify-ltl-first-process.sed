# fault: verify counts only the first process of a transition as moving
# function: look
# file: verify_fairness.c
# suites: check_ltl
s/m < transitions\[t\].move_count/m < 1 \&\& m < transitions[t].move_count/
