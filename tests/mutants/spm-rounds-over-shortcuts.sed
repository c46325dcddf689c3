# fault: lifting ends over shortcuts
# function: lift
# file: spm_rounds.c
# suites: spm_rounds
s/climber->over_shortcuts =/return/
