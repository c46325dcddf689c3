# fault: the verifier takes a node with a move to itself for none on a cycle
# file: checker/verify/verify_formula_cycles.c
# suites: verify_formula
s/cyclic |= graph->targets\[edge\] == first;/cyclic |= 0;/
