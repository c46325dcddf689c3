# fault: the verifier overlooks cycles of one node
# function: take_component
# suites: verify_formula
s/graph->targets\[edge\] == first/0/
