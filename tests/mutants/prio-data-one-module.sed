# fault: rates of 0 in one module of a process do not keep it from having priority
# function: data_process_moves
# suites: explore_mixed
s/moves &= able/moves |= able/
