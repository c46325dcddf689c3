# fault: undecided wins over violated
# function: code_with_verdict
# suites: check_command
s/code == EXIT_VIOLATED ||/code == EXIT_UNDECIDED ||/
