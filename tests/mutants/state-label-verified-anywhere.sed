# fault: verify takes every state of a model for one with the label
# function: has_label
# file: verify_scheduler.c
# suites: check_chance
s/return walker_holds(walker, predicate, tuple, check->verifier->error);/return 1;/
