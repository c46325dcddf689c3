# fault: a scheduler may leave the states where it begins
# file: checker/verify/verify_scheduler.c
# suites: component_evidence verify_command
s/return all \&\& (falls || goal)/return (falls || goal)/
