# fault: the way to a part under a fixpoint does not go around the fixpoint
# function: enter_fixpoint
# suites: check_vacuity
s/loops == NULL ? NULL/1 ? NULL/
s/loops != NULL \&\& star == NULL/0/
