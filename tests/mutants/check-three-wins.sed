# fault: undecided wins over violated
# file: cli/check/check_report.c
# suites: check_command
/^static int verdict_exit_code/,/^}/s/return EXIT_VIOLATED;/code = code == EXIT_DONE ? EXIT_VIOLATED : code;/
