# fault: a scheduler may leave the states where it begins
# function: check_taken
# suites: component_evidence verify_command
s/all \&\& (/(/
