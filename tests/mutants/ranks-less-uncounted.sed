# fault: states of another rank that are less than all of these are not counted
# function: count_less
# suites: graph_ranks
s/++\] += end;/++] += 0;/
