# fault: a context keeps the warnings of all its calls
# function: job_renew
# suites: library_data
s/job->warning_count = 0/;/
