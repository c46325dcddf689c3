# fault: a monitor that stays where it is leaves its set
# function: check_targets
# suites: verify
s/at : targets/0 : targets/
