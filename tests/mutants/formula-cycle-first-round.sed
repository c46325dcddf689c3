# fault: the verifier looks only at the highest priority of each component
# function: take_component
# suites: verify_formula
s/!cyclic || priority_of(cycles, node) == highest/1/
