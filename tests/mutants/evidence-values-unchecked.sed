# fault: values beyond the range of a variable are taken
# function: walker_find_value
# suites: check_prism
s/(uint64_t)(value - lowest) >= walker_local_states(walker, component)/0/
