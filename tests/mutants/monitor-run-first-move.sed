# fault: runs of a monitor take only the first move on a label
# file: monitor_run.c
# function: take_label
# suites: verify
s/t < count; t++/t < 1; t++/
