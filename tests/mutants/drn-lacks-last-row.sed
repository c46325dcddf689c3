# fault: Storm does not open a DRN file whose last state is a deadlock
# function: write_all
# file: frontend/formats/mdp_write_drn.c
# suites: mdp_write
s/(is_dead && write_last_deadlock(writer))/0/
