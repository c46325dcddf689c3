# fault: a joint observer takes no notice of an end that only one of its members waits for
# function: state_of
# file: joint_observer.c
# suites: check_together
s/state.quiet &= /state.quiet |= /
