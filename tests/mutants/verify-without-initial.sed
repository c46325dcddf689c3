# fault: a certificate may leave out the initial state
# function: check_initial
# file: verify_certificate.c
# suites: verify_command
s/tuple_set_has(&closure->set, closure->state)/closure->state != NULL/
