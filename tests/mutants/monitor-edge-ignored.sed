# fault: an ERROR transition makes no error state
# function: find_errors
# suites: check_oracle check_command
s/move\]\] == id/move]] == id + 1/
