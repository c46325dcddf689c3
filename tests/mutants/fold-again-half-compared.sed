# fault: a pair of which one word changed keeps its id
# function: fold_again
# suites: graph_trace
s/\] \&\& word1 == source\[2 \* i + 1\]/]/
