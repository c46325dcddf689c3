# fault: a label counts anywhere even where the expression does not begin with true*
# file: checker/check_labels.c
# suites: check_properties formula_command
s/(first == 0 || first == parts.count)/first == parts.count/
