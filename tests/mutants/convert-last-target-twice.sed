# fault: the last state of a distribution is always left out, not the one that takes the rest
# function: write_distribution
# suites: mdp_write
s/= last/= end - 1/
