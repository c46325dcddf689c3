# fault: labels that no vector mentions move alone
# file: frontend/compose_vectors.c
# suites: network explore_oracle
s/if (!composer->options->independent) {/if (!composer->options) {/
