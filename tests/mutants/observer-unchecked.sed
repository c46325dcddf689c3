# fault: verify accepts any states of a monitor between the first and the last
# function: check_observer
# suites: trace_step
s/if (t == count)/if (t > count)/
