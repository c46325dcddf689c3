# fault: the child goes on when the front process was killed
# function: front_begin
# suites: front
s/prctl(PR_SET_PDEATHSIG, SIGKILL)/(void)0/
