# fault: a cycle that its owner wins is left by ways that lead elsewhere
# function: decide_component
# suites: solve
s/splitting->block\[source\] == begin \&\& is_undecided/is_undecided/
