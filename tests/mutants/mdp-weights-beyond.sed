# fault: weights beyond the range of doubles are written
# function: has_extreme
# suites: mdp_data
s/return 1;/return 0;/
