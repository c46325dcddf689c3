# fault: labels that occur count as absent
# function: is_absent
# file: strategy_explain_region.c
# suites: formula_evidence
s/if (matches != 0) {/if (matches < 0) {/
