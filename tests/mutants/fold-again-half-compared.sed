# fault: a pair of which one word changed keeps its id
# file: explorer/model/fold_core.h
# suites: graph_trace
s/word0 == source\[2 \* i\] \&\& word1 == source\[2 \* i + 1\]/word0 == source[2 * i]/
