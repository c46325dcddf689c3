# fault: the first label stays, though it is hidden
# function: relabel
# file: hidden.c
# suites: composition
s/hidden\[i\] ? place/hidden[i] \&\& i > 0 ? place/
