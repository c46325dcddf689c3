# fault: a page shows local states of variables, not their values
# function: put_ranges
# suites: report
s/(json_int_t)variable.lowest/(json_int_t)0/
