# fault: what members of a joint observer violate is forgotten where another one tests a predicate
# function: make_move
# file: joint_observer.c
# suites: check_together
s/is_test ? joining->violates\[node\] : 0/0/
