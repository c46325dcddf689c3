# fault: the opponent is attracted although an edge leads elsewhere in the subgame
# file: parity/regions/region_core.h
# suites: region
s/!region_sees(view, source, REGION_SEES_LOWER, lanes))) {/!region_sees(view, source, REGION_SEES_INSIDE, lanes) || 1)) {/
