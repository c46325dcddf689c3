# fault: a property that holds vacuously passes in the file of --junit, even with --strict
# function: check_junit_outcome
# suites: suites_command
s/!(is_doubtful && job->strict)/1/
