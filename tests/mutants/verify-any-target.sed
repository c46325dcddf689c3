# fault: a step of a trace may lead anywhere when its label is possible
# function: find_step
# suites: verify verify_command
s/sizeof \*to) != 0/sizeof *to) != 0 \&\& to == NULL/
