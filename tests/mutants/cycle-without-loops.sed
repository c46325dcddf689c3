# fault: an edge from a state to itself is no cycle
# function: cycle_count
# suites: cycle check_cycles
s/(cycle_is_inside/(view->graph.targets[edge] != vertex \&\& cycle_is_inside/
