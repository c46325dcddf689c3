# fault: a label counts anywhere although the expression does not begin with true*
# function: last_actions_of
# suites: check_properties formula_command
s/(first == 0 || first == parts.count)/first == parts.count/
