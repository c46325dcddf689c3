# fault: the progress line is as wide as the terminal, and wraps
# file: base/progress.c
# suites: progress
s/return columns < LINE_BYTES ? columns : LINE_BYTES;/return columns < LINE_BYTES ? columns + 1 : LINE_BYTES;/
