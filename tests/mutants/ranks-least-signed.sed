# fault: the least of values that ranks have is taken as if they were signed: no value is then more than any
# function: take_least
# file: heddle_mpi.c
# suites: cluster
# needs: mpirun mpicc
s/others\[i\] < values\[i\]/(int64_t)others[i] < (int64_t)values[i]/
