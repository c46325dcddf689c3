# fault: the head of a certificate counts the states of rank 0 alone
# function: certificate_add
# suites: certificate_ranks
/ranks_sum(/d
