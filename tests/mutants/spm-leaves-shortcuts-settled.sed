# fault: when shortcuts are left, nothing is lifted by the edges of the game
# function: leave_shortcuts
# suites: spm spm_shortcuts
s/^    return spm_side_lift_all(side, spm)/    (void)spm;\n    return 0/
