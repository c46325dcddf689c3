# fault: a predicate under a negation is tested without it
# function: translate_predicate
# suites: check_predicates
s/task->negated ? lost : won, task->negated ? won : lost/won, lost/
