# fault: what the other player has won asks for nothing
# function: note_decided
# suites: spm
s/climber == winner ? 0 : SPM_TOP/0/
