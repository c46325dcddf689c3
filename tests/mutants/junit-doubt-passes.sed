# fault: a property that holds vacuously passes in the file of --junit, even with --strict
# function: take_case
# suites: suites_command
s/!(is_doubtful && report->job->strict)/1/
