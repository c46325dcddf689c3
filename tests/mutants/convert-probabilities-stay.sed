# fault: sorting a choice leaves its probabilities where they were
# file: decompose/mdp/mdp_builder.c
# suites: mdp_write
s/        probabilities\[i\] = edges\[i\].probability;//
