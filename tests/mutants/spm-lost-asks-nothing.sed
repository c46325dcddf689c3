# fault: a vertex that the other player won has the least measure
# function: note_decided
# suites: spm
s/climber == winner ? 0 : SPM_TOP/0/
