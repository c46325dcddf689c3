# fault: files in a folder replace each other
# function: name_file
# suites: suites_command
s/is_taken(names, path)/0/
