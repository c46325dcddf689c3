# fault: all traces go to the same file
# file: cli/check/check_report.c
# suites: check_files
s/number == 1 || output_name_is_stream(path)/number != 0/
