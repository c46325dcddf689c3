# fault: a certificate may lack the initial state
# file: checker/verify/verify_certificate.c
# suites: verify_command
s/if (tuple_set_has(&closure->set, closure->state)) {/if (closure->state != NULL) {/
