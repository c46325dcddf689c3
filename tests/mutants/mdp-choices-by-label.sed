# fault: prob choices of different components with the same L are one
# file: decompose/mdp/mdp_core.h
# suites: mdp_network
s/MDP_KEY_JOINED | (uint64_t)choice << 30 | label->name/MDP_KEY_JOINED | (uint64_t)(choice \& 0) << 30 | label->name/
