# fault: the second side takes what is lost already for a way out
# file: parity/spm_lift.c
# suites: spm
s/^    note_lost(side, spm);$//
