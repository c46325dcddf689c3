# fault: other ranks do not learn that rank 0 could not complete the file
# function: certificate_finish
# suites: certificate_ranks
s/output != NULL && ranks != NULL/0/
