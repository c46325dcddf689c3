# fault: what a thread other than the first refutes is forgotten
# function: closure_result
# suites: packed_certificate
s/unsigned k = 0; k < count; k++/unsigned k = 0; k < 1; k++/
