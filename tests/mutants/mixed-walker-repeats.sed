# fault: the walker counts equal transitions of a PRISM model in a network several times
# function: semantics_walk_model
# suites: explore_mixed
s/i + 1 < semantics->steps.count \&\& steps\[i\].target != NULL/0/
