# fault: no int is checked for 32 bits
# function: emit_operator
# file: prism_code.c
# suites: prism_compile
s/!is_in_32_bits(result)/0/
