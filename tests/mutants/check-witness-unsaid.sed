# fault: a witness is written as a trace of a violation
# function: put_trace_file
# suites: check_properties formula_command
s/claim->holds ?/claim == NULL ?/
