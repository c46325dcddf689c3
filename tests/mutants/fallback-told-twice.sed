# fault: each search tells of the same failure of a GPU
# function: job_warning_fallback
# suites: space
s/told |= had != NULL/told |= 0/
