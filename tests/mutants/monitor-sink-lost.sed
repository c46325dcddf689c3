# fault: a monitor has only the states that have moves
# function: observed_states
# suites: check_oracle check_command
s/states = lts->target\[move\] >= states ? lts->target\[move\] + 1 : states/(void)move/
