# fault: a state that stands for a distribution over initial states is written for mCRL2, too
# file: frontend/formats/mdp_write_aut.c
# suites: mdp_write
s/uint64_t states = mdp->states - (mdp->drawn_initial ? 1 : 0);/uint64_t states = mdp->states;/
