# fault: edges whose text does not fit in the buffer of their range are not written
# function: write_range
# suites: graph_aut
s/range->next == range->end/1/
