# fault: in a state without transitions EX f is false and AX f is true
# function: in_next
# file: ctl_macros.c
# suites: ctl
s/if (of->ended == (on_all ? &always : &never))/if (1)/
