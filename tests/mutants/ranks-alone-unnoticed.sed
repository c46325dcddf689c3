# fault: processes that mpirun has started, but that MPI knows nothing of, each do all of the work
# function: cluster_begin
# suites: cluster
# needs: mpirun mpicc
s/return count == 0 ? 0/return count != 1 ? 0/
