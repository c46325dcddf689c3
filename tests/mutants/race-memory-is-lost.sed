# fault: a host that ran out of memory while the GPU had enough does not try again
# function: solve_on_both
# suites: solve_auto
s/result != 0 \&\& task->error->code == ERROR_MEMORY ? solve_with(host, task) : result/result/
