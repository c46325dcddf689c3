# fault: a report that could not be written changes no exit status
# function: exit_code
# file: check_report.c
# suites: check_files
s/code = job_exit_code_beside/job_exit_code_beside/
