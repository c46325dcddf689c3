# fault: an equal measure is enough where it is to be raised
# file: parity/measures/spm_rounds_core.h
# suites: spm_rounds
s/    return !cut->raises;/    return 1;/
