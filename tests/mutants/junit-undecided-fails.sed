# fault: JUnit's errors count as failures
# function: put_counts
# suites: suites_command
s/outcome == JUNIT_FAILED/outcome != JUNIT_PASSED/
