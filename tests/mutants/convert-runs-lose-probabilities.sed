# fault: of a file in no order probabilities get lost
# file: decompose/mdp/mdp_runs.c
# suites: mdp_write
s/memcpy(probabilities + edges, mdp->probabilities + builder->runs\[i\].begin,/memcpy(probabilities + edges, mdp->probabilities,/
