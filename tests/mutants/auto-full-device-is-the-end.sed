# fault: a GPU that is full ends the search although the host has more memory
# function: is_too_small
# suites: auto
s/return found/return 0 \&\& found/
