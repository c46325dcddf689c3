# fault: evidence of a formula may leave labels of the network out
# file: checker/verify/verify_formula.c
# suites: verify_formula
s/int same = number == network->label_count \&\& number == check->labels.count;/int same = number == check->labels.count;/
