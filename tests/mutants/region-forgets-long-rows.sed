# fault: vertices with long rows that wait are never looked at
# file: parity/regions/region_solve.c
# suites: region
s/if (!counters->waits) {/if (counters->waits || 1) {/
