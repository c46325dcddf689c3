# fault: every scheduler: the verifier does not look for states with a rank
# function: end_product
# file: verify_scheduler.c
# suites: ltl_chance
s/every ? ranked == 0/every ? 1/
