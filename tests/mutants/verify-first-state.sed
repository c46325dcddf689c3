# fault: of several states that a label leads to, only one is followed
# function: follow_label
# suites: verify verify_command
s/follow->now.count;/1;/
