# fault: what changed in the round before is not looked at
# file: parity/measures/spm_rounds.c
# suites: spm_rounds
s/    view->window = 1;/    view->window = 0;/
