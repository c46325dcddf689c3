# fault: changes of the previous round are ignored
# function: lift_implicitly
# suites: spm_rounds
s/window = 1/window = 0/
