# fault: of the states that labels lead to, one is followed
# function: follow_label
# suites: verify verify_command
s/follow->now.count;/1;/
