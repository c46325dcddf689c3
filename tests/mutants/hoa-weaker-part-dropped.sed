# fault: of two parts of an acceptance, the one that asks for more is kept
# function: add_part
# file: hoa_acceptance.c
# suites: hoa
s/is_within(list + p \* size, forming->part, size)/is_within(forming->part, list + p * size, size)/
