# fault: the arguments of a macro have no parentheses around them
# function: copy_parameter
# suites: formula_read
s/\&caller, !in_label)/\&caller, 0)/
