# fault: regions stay below a released vertex of a higher level
# file: parity/promotion/promotion_mend.c
# suites: solve
s/    if (pending <= last) {/    if (pending <= last || pending > 0) {/
