# fault: programs of the second PRISM model read constants of the first
# function: add_code
# file: data_append.c
# suites: explore_mixed
s/(is_constant ? base->constant : base->place.variable)/(is_constant ? 0 : base->place.variable)/
