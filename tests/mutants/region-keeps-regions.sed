# fault: regions below a promoted one stay
# function: raise
# suites: region
s/to, end - to/begin, end - begin/
