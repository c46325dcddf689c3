# fault: a table that moves alone beside PRISM models loses the last of several moves of one label
# function: successors_move_table
# suites: explore_mixed
s/if (values->chosen\[0\] + 1 == values->ends\[0\])/if ((values->chosen[0] += values->chosen[0] + 2 == values->ends[0]) + 1 == values->ends[0])/
