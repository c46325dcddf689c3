# fault: a certificate of deadlock freedom may have deadlocks
# function: check_self
# suites: verify verify_command
s/transitions == 0/transitions == UINT64_MAX/
