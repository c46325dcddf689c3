# fault: what the other player has won asks for nothing
# file: parity/measures/spm_settle.c
# suites: spm
s/climber == winner ? 0 : SPM_TOP/0/
