# fault: operands of & and | are evaluated although they may fail
# function: is_eager
# file: prism_code.c
# suites: prism_compile
s/return !fails/return 1/
