# fault: a level has the states of the one before in it
# file: report/profile.c
# suites: profile
s/figures->sizes\[level\] = (double)(end - begin);/figures->sizes[level] = (double)end;/
