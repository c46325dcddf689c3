# fault: a packed local state may be beyond those of its process
# function: check_state
# file: verify_certificate.c
# suites: packed_certificate
s/if (!closure_in_range(verifier, checker->closure, checker->state))/if (checker->state == NULL)/
