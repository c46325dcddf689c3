# fault: a property that holds vacuously passes in the file of --junit, even with --strict
# function: outcome_of_test
# suites: suites_command
s/!(is_doubtful && job->strict)/1/
