# fault: of weak equivalence, what follows a step is not seen
# function: sign_weak_steps
# file: verify_signatures.c
# suites: comparison_evidence
s/k < count; k++) {/k < (count > 0); k++) {/
