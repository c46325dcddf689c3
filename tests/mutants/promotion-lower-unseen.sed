# fault: regions below one that released a vertex keep those who can leave for it now
# file: parity/promotion/promotion_mend.c
# suites: solve
# cases: 30000
s/        } else if (mending->has_lower \&\& solving->region\[source\] < level) {/        } else if (mending->has_lower \&\& solving->region[source] > level) {/
