# fault: the second side still goes to vertices that are already lost
# function: spm_side_open
# suites: spm
s/^    note_lost(side, spm);$//
