# fault: a certificate may leave out the initial state
# function: check_initial
# file: verify_certificate.c
# suites: verify_command
s/is_in_set(closure, state, record)/state != NULL/
