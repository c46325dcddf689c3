# fault: the last clause of rename that matches applies, not the first
# function: try_pattern
# suites: network explore_oracle
s/work->to\[i\] != UNDECIDED/0/
