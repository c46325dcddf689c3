# fault: the verifier looks at the highest priority of each component alone
# function: take_component
# suites: verify_formula
s/!cyclic || priority_of(cycles, node) == highest/1/
