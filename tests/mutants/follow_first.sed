# fault: labels are followed to their first target alone
# file: checker/trace_follow.c
# suites: walk
s/follower->from\[follower->count++\] = index;/&\n        break;/
