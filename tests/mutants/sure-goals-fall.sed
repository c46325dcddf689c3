# fault: a goal state without another choice that lives falls
# file: decompose/mec/prune_core.h
# suites: almost_sure
s/if (goal && shared_bit_claim(view->goals, vertex)) {/if (goal \&\& shared_bit_claim(view->goals, vertex) \&\& 0) {/
