# fault: evidence of a formula may leave labels of the network out
# function: check_labels
# suites: verify_formula
s/network->label_count \&\& number == check->labels./check->labels./
