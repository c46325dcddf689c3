# fault: heddle check reads how small progress measures are lifted, and forgets it
# function: configure
# suites: solve_command
s/\.spm = spm_command_take(&options->spm)//
