# fault: ways that led to a region that was not won stay lost
# file: parity/preprocess/solve_decide.c
# suites: solve
s/^        solving->is_counted = 0;//; s/^        memset(solving->watch, 0, .*//
