# fault: labels are followed to their first target alone
# file: checker/verify/trace_follow.c
# suites: walk
/^static int expand/,/^}/s/follower->target\[follower->components\] = step;/&\n        count = i;/
