# fault: transitions may leave the set of a certificate
# function: check_target
# suites: verify verify_command
s/tuple_set_has(&closure->set, closure->target)/closure->target != NULL/
