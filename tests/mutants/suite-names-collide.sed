# fault: files in a folder replace each other
# function: has_path
# suites: suites_command
s/, path) == 0/, path) > 1000/
