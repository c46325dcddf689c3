# fault: several processes are given an output file
# function: check_cluster
# suites: cluster
# needs: mpirun mpicc
s/options->output != NULL/0/
