# fault: successors that the search has found count as missed
# function: misses
# suites: reduction_command
s/missed += !/missed += !!/;s/!!table_find/table_find/
