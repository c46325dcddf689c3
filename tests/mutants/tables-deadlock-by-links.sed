# fault: with labels, states that move by links alone are deadlocks
# function: successors_tables
# suites: explore_oracle
s/fired |= successors_link(/(void)successors_link(/
