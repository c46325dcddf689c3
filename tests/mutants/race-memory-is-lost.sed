# fault: a host that lacked the memory that the device had does not try again
# function: solve_on_both
# suites: solve_auto
s/result != 0 \&\& task->error->code == ERROR_MEMORY ? solve_with(host, task) : result/result/
