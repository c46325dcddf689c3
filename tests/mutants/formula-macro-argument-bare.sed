# fault: the arguments of a macro have no parentheses around them
# function: copy_parameter
# suites: formula_read
s/!in_label \&\& copy_sign/0 \&\& copy_sign/
