# fault: a strategy of many nodes is not made although a file is requested
# function: configure
# file: api/check.c
# suites: formula_command
s/!shows \&\& //
