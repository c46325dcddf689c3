# fault: the progress line is as wide as the terminal, and wraps
# function: line_room
# suites: progress
s/columns :/columns + 1 :/
