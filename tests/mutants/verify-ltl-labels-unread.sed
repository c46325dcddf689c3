# fault: verify heeds only the processes that runs are fair to
# function: check_all
# file: verify_fairness.c
# suites: check_ltl
s/i < fairness->count && holds == 1/i < 0/
