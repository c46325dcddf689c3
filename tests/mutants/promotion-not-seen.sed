# fault: vertices that lost a way down are not looked at again
# file: parity/promotion/promotion_mend.c
# suites: solve
s|        if (level == 0) {|        if (level < UINT32_MAX) {|
