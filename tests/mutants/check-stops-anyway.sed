# fault: --keep-going does not go on
# function: run_search
# file: check_search.c
# suites: check_oracle check_command
s/options->keep_going ? NULL : is_decided/is_decided/
