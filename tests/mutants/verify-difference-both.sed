# fault: a formula that holds in both inputs tells them apart
# function: compare_truths
# file: verify_difference.c
# suites: measured_evidence
s/if (other) {/if (0) {/
