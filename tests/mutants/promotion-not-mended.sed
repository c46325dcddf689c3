# fault: a region that lost vertices keeps what was in it because of them
# file: parity/promotion/promotion_mend.c
# suites: solve
s|^    regions_release(promotion, vertex);|    return;|
