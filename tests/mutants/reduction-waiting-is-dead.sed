# fault: a process that waits for one that moves counts as dead
# function: close_component
# suites: partial_order_examples
s/open || moves != 0/moves != 0/
