# fault: the state with the label init is not the initial one
# file: decompose/mdp/mdp_state_labels.c
# suites: mdp_read mdp_formats
s/mdp->initial = labels->has_initial ? labels->initial : 0;/mdp->initial = labels->has_initial ? 0 \& labels->initial : 0;/
