# fault: labels that no vector mentions move alone
# file: frontend/exp/compile/compose_vectors.c
# suites: network explore_oracle
s/if (!composer->options->independent) {/if (!composer->options) {/
