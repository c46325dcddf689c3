# fault: the winner may have several moves, or none
# file: checker/verify/verify_formula.c
# suites: formula_evidence verify_formula
s/if (wins \&\& listed != 1) {/if (0) {/
