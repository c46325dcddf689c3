# fault: a region that lost vertices keeps those that were attracted to them
# function: release_member
# file: promotion_mend.c
# suites: solve
s|^    promotion_release(promotion, vertex)|    return|
