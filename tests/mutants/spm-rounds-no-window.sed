# fault: what changed in the round before is not looked at
# function: lift_implicitly
# suites: spm_rounds
s/window = 1/window = 0/
