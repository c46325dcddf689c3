# fault: a process that waits for one that moves counts as dead
# function: close_component
# suites: partial_order
s/open || moves != 0/moves != 0/
