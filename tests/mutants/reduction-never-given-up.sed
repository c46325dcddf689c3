# fault: successors that the search has found count as missed
# function: misses
# suites: partial_order_examples
s/missed += !/missed += !!/;s/!!table_find/table_find/
