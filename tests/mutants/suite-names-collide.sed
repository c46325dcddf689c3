# fault: files in a folder replace each other
# function: is_taken
# suites: suites_command
s/, path) == 0/, path) > 1000/
