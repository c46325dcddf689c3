# fault: --keep-going does not go on
# file: checker/check.c
# suites: check_oracle check_command
s/options->keep_going ? NULL : observer == NULL/observer == NULL/
