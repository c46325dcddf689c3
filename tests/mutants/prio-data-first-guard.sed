# fault: a sub-rule of a network with PRISM models falsifies its first guard alone
# function: data_prioritise
# suites: explore_mixed
s/j < rules\[i\].falsify_count/j < 1/
