# fault: joined states always have an odd priority
# function: new_subset
# suites: formula_observer
# cases: 12000
s/parity == PARITY_ODD ? 1 : parity == PARITY_EVEN ? 2 : 0/1/
