# fault: the second side takes what is lost already for a way out
# file: parity/measures/spm_side.c
# suites: spm
s/^    note_lost(side, spm);$//
