# fault: when shortcuts are left, nothing is lifted by the edges of the game
# file: parity/measures/spm_lift.c
# suites: spm spm_shortcuts
s/^    return spm_side_lift_all(side, spm);/    (void)spm;\n    return 0;/
