# fault: the state of a dtmc with several commands is not the least
# function: take_several
# suites: explore_data
s/(source\[w\] \& ~TABLE_USED) < best\[w\]/(source[w] \& ~TABLE_USED) > best[w]/
