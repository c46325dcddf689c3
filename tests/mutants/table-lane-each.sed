# fault: tables say what is left to be shown before each step
# function: put_remaining
# suites: walk
s/step > 0/step > 99/
