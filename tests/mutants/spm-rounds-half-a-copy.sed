# fault: what a failed copy left is exchanged
# file: parity/measures/spm_rounds.c
# suites: spm_rounds
/memset(measures, 0, bytes);/d
