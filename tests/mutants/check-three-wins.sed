# fault: undecided wins over violated
# function: check_exit_code
# suites: check_command
s/code == EXIT_VIOLATED ||/code == EXIT_UNDECIDED ||/
