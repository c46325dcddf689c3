# fault: a trace goes to the error state that the least state leads to
# function: is_less
# suites: check_oracle check_observer
s/by_target, by_source/by_source, by_target/
