# fault: a field lacks a bit where the range is a power of two
# function: field_bits
# file: data_model.c
# suites: prism_compile
s/span >> bits != 0/span >> bits > 1/
