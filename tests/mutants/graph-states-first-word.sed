# fault: the states of a graph are read from the first word of a vector
# function: graph_states_tuple
# suites: graph_states cycle
s/component->word)/0)/
