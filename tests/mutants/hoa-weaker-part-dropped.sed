# fault: of two parts of an acceptance, the one that asks for more is kept
# function: add_part
# file: hoa_acceptance.c
# suites: hoa
s/if (is_within(other, forming->part, size))/if (is_within(forming->part, other, size))/
