# fault: the first atom is the highest bit of an implicit label
# function: implicit_letter
# file: hoa_body.c
# suites: hoa
s/implicit >> a & 1/implicit >> (syntax->hoa->atoms - 1 - a) \& 1/
