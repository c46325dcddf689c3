# fault: a search begins in the initial state of the files, wherever the network is said to begin
# function: write_initial
# file: model.c
# suites: check_from simulate
s/network->components\[c\]\.initial/network->components[c].lts->initial/
