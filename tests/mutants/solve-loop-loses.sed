# fault: a loop is decided for its owner whatever its priority
# function: solving_decide_loops
# suites: solve
s/priority\[vertex\] \& 1/owner[vertex]/
