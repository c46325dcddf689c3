# fault: only the first target of a label is followed
# function: expand
# file: trace_follow.c
# suites: walk
s/follower->target\[follower->components\] = step;/&\n        count = i;/
