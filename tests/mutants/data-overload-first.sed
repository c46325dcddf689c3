# fault: of functions with one name, the first whose number of arguments fits is meant
# function: evaluation_choose
# suites: formula_data
s/fits != FALSE_VALUE; i++/0 \&\& fits != FALSE_VALUE; i++/
