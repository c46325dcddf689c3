# fault: labels are followed to their first target alone
# function: expand
# file: trace_follow.c
# suites: walk
s/follower->target\[follower->components\] = step;/&\n        count = i;/
