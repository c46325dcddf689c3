# fault: the largest listed part keeps the number, though vertices that are not listed keep it, too
# function: rounds_name
# file: rounds_core.h
# suites: rounds
s/!view->all && view->looked/0 \&\& view->looked/
