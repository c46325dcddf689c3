# fault: the second side takes what is lost already for a way out
# function: spm_side_open
# suites: spm
s/^    note_lost(side, spm);$//
