# fault: a variable takes every value that occurs at its place, of whatever sort
# function: next_known
# suites: formula_data
s/domain->regions == 0$/1/
