# fault: several processes are given the file of a profile
# function: check_cluster
# file: api/explore.c
# suites: cluster
# needs: mpirun mpicc
s/request->profile != NULL/0/
