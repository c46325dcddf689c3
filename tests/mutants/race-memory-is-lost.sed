# fault: a host that lacked the memory that the device had does not try again
# function: solve_on_both
# suites: solve_auto
s/result != 0 \&\& error->code == ERROR_MEMORY ? solve_here(here, run, report, error) : result/result/
