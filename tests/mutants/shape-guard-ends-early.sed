# fault: a guard counts as its first conditions alone
# function: shape_guard
# suites: prism_compile
s/(uint32_t)ends;/1;/
