# fault: lifting ends over shortcuts
# file: parity/measures/spm_rounds.c
# suites: spm_rounds
s/        climber->over_shortcuts = 0;/        return 0;/
