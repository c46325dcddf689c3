# fault: @nr_choices leaves out states without choices
# function: write_header
# file: frontend/formats/mdp_write_drn.c
# suites: mdp_write
s/mdp->choices + mdp_writer_deadlocks(writer)/mdp->choices/
