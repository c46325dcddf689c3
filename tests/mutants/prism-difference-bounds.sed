# fault: the reader takes the double of a difference for as exact as that of a sum
# function: sum_of
# file: frontend/prism/syntax/prism_bounds.c
# suites: prism_weights
s/!is_difference \&\& /(is_difference || 1) \&\& /
