# fault: a state need not be described
# function: check_described
# file: hoa_body.c
# suites: hoa_faults hoa_command
s/state->named.line != 0 \&\&/0 \&\&/
