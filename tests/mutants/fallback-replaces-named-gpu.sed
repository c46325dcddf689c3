# fault: the CPU does the work of a GPU that is named and too small
# function: space_keep_reason
# suites: space
s/(backend->is_auto || run->devices != NULL) \&\& too_small/too_small/
