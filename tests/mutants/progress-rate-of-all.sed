# fault: the rate is that of all phases
# file: base/progress.c
# suites: progress
s/line->phase_first = progress->done;/line->phase_first = 0;/
