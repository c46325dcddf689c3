# fault: a cycle that its owner wins is left by ways that lead elsewhere
# file: parity/preprocess/solve_cycles.c
# suites: solve
s/splitting->block\[source\] == begin \&\& is_undecided/is_undecided/
