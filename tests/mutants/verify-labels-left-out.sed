# fault: evidence of a formula may leave labels of the network out
# function: check_labels
# file: verify_formula.c
# suites: verify_formula
s/number == count \&\& number == check->labels/number == check->labels/
