# fault: what a region began with stays closed whatever the region loses
# file: parity/promotion/promotion_mend.c
# suites: solve
/^static void release(/,/^}/s/        look_again(mending, vertex);/        (void)mending;/
