# fault: the state with the label init is not the initial one
# function: mdp_state_labels_finish
# suites: mdp_read mdp_formats
s/? labels/? 0 \& labels/
