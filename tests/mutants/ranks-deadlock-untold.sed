# fault: the level of a deadlock stays in the rank that found it
# function: share_least
# suites: ranks
/deadlock_level = values/d
