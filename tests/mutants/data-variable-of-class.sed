# fault: a variable of a finite sort takes the values of all sorts whose names are mixed with its own
# function: evaluation_domain
# suites: formula_data
s/place->extent == EXTENT_FINITE/0/
