# fault: all traces go to the same file
# file: cli/check_report.c
# suites: check_files
s/number == 1 || strcmp(path, "-") == 0/number != 0/
