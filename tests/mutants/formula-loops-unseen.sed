# fault: the verifier takes a node with a move to itself for none on a cycle
# function: take_component
# suites: verify_formula
s/graph->targets\[edge\] == first/0/
