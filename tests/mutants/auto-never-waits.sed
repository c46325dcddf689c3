# fault: the host keeps its result although a graph follows for which the GPU is faster
# function: is_worth_waiting
# suites: auto
s/race->options->graph_follows/0/
