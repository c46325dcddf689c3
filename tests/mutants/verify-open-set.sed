# fault: transitions may leave a certificate
# file: checker/verify/verify_certificate.c
# suites: verify verify_command
s/if (tuple_set_has(&closure->set, closure->target)) {/if (closure->target != NULL) {/
