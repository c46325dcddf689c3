# fault: several processes are given the file of a profile
# function: check_cluster
# file: cli/explore.c
# suites: cluster
# needs: mpirun mpicc
s/options->profile != NULL/0/
