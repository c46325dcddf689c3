# fault: heddle check ignores the options of small progress measures
# function: configure
# suites: solve_command
s/\.spm = spm_command_take(&options->spm)//
