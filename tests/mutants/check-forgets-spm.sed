# fault: heddle check ignores the options of small progress measures
# function: make_request
# file: cli/check/check.c
# suites: solve_command
s/\.spm = spm_command_take(&options->spm)//
