# fault: all traces go to the same file
# function: output_name_numbered
# suites: check_files
s/== 1 || output_name_is_stream(path)/!= 0/
