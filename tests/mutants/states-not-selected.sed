# fault: states of selected vertices are those of the first ones
# function: gather_here
# suites: check_cycles formula_part
s/selection->list != NULL ? selection->list\[k\] : selection->first + k/selection->first + k/
