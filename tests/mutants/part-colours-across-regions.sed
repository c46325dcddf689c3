# fault: a component is found from an origin of a colour beyond those that it has reached
# function: take_found
# suites: part_scc
s/ \&\& work->colour\[vertex\] == item\[1\]//
