# fault: strategies keep the numbers of the reordered game
# file: parity/measures/spm_reorder.c
# suites: spm_rounds
s/: reordering->order\[to\];/: to;/
