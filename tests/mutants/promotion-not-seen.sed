# fault: vertices that lost a way down are not looked at again
# file: parity/promotion_mend.c
# suites: solve
s/if (least >= solving->region\[vertex\]/if (0 \&\& least >= solving->region[vertex]/
