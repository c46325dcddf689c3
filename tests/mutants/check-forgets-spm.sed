# fault: heddle check reads how small progress measures are lifted, and forgets it
# file: cli/check/check.c
# suites: solve_command
s/\.spm = spm_command_take(&options->spm)//
