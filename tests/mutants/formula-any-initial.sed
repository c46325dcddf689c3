# fault: the first node may be any
# file: checker/verify/verify_formula.c
# suites: formula_evidence
s/if (tuple_set_index(&check->set, tuple) == 0) {/if (tuple_set_index(\&check->set, tuple) != UINT32_MAX) {/
