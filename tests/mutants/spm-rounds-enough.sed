# fault: an equal measure is enough where it is to be raised
# function: spm_has_enough
# suites: spm_rounds
s/!cut->raises/1/
