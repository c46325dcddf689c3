# fault: after lifting over shortcuts, nothing is lifted over the game's own edges
# function: leave_shortcuts
# suites: spm spm_shortcuts
s/^    return spm_side_lift_all(side, spm)/    (void)spm;\n    return 0/
