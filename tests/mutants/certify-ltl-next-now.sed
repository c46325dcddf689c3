# fault: an obligation may be left that another choice has, too, although that leaves something else
# function: is_within
# file: ltl_alternating.c
# suites: check_ltl
# cases: 200
s/return (a->next \& ~b->next) == 0 \&\&/return (a->next \& b->next) == a->next || b->next != 0 ||/
