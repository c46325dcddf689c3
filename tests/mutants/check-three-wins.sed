# fault: undecided wins over violated
# function: verdict_exit_code
# suites: check_command
s/return EXIT_VIOLATED/code = code == EXIT_DONE ? EXIT_VIOLATED : code/
