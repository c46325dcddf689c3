# fault: a PRISM process whose variables stay the same takes no part
# function: fire_step
# suites: trace_step
s/semantics->moves.count == 0 &&/0 \&\&/
