# fault: of several initial states, the first one counts
# function: make_states
# file: hoa_tgba.c
# suites: hoa
s/i < hoa->initial.count; i++/i < hoa->initial.count \&\& i < 1; i++/
