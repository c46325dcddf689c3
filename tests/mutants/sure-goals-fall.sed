# fault: a goal state without another choice that lives falls
# file: decompose/prune_core.h
# suites: almost_sure
s/if (goal && bit_claim(view->goals, vertex)) {/if (goal \&\& bit_claim(view->goals, vertex) \&\& 0) {/
