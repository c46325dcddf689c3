# fault: a repetition in a formula is followed once
# file: checker/verify/verify_regular.c
# suites: verify_regular
s/add_state(nfa, NFA_EMPTY, state);$/add_state(nfa, NFA_EMPTY, NO_STATE);/
