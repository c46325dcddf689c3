# fault: maximal progress cuts off what only the later initial states of a network reach
# function: append_initial
# suites: check_prism
s/i <= reach->more_initial/i < 1/
