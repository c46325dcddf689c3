# fault: a region that lost vertices keeps what was in it because of them
# function: release
# file: promotion_mend.c
# suites: solve
s|^    regions_release(promotion, vertex)|    return|
