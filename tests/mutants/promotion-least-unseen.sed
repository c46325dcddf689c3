# fault: vertices of the least level are not seen when one that they lead to comes to a higher region
# file: parity/promotion/promotion_attract.h
# suites: solve
s/if (region\[source\] >= floor) {/if (region[source] > floor) {/
