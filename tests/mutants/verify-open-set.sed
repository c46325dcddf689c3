# fault: transitions may leave the set of a certificate
# function: check_target
# suites: verify verify_command
s/is_in_set(checker->closure, checker->target, checker->record)/checker->target != NULL/
