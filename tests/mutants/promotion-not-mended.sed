# fault: a region that lost vertices keeps what was in it because of them
# function: release_member
# file: promotion_mend.c
# suites: solve
s|^    promotion_release(promotion, vertex)|    return|
