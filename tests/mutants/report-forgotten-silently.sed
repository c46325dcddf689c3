# fault: a report that could not be written changes no exit status
# function: print_all
# suites: check_files
s/code = check_files_miss(report, files, "--report"/check_files_miss(report, files, "--report"/
