# fault: regions never attract tangles
# function: promotion_attract
# suites: tangles
s/promotion->tangles != NULL/0 != 0/
