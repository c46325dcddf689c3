# fault: edges into a region that was not won stay lost
# function: solving_stop_counting
# suites: solve
s/^        solving->is_counted = 0;//; s/^        memset(solving->watch, 0, .*//
