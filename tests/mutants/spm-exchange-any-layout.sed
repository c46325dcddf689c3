# fault: measures of another layout are taken
# file: parity/solve_spm.c
# suites: spm_rounds
s/if (options->spm.exchange != NULL) {/if (0) {/
