# fault: --strict accepts the warnings of reading
# function: job_accept_warnings
# suites: cli
s/!job->strict/job->strict/
