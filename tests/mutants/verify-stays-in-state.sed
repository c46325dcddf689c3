# fault: a monitor that stays where it is leaves its set
# function: verify_monitor_moves_on
# suites: verify
s/\*targets = state;/static const uint32_t zero;\n        *targets = \&zero;/
