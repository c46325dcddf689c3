# fault: an equal measure counts as raised
# function: spm_has_enough
# suites: spm_rounds
s/!cut->raises/1/
