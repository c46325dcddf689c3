# fault: regions below a promoted one stay
# function: raise_region
# suites: region
s/to, end - to/begin, end - begin/
