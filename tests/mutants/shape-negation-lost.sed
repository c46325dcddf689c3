# fault: a negated condition of a guard counts as the condition itself
# function: read_test
# suites: prism_compile
s/test.outside = 1;/test.outside = 0;/
