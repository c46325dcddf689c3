# fault: runs that end are no runs, for operators that may go on for ever
# function: next
# file: ctl_macros.c
# suites: ctl
s/if (on_all != is_least)/if (on_all != is_least || !is_least)/
