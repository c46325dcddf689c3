# fault: Storm does not open a DRN file whose last state is a deadlock
# function: write_deadlock
# file: frontend/formats/mdp_write_drn.c
# suites: mdp_write
s/(loop || state + 1 == writer->mdp->states)/loop/
