# fault: a head is tainted by its first edge to what is tainted
# file: parity/region_core.h
# suites: region
s/region_sees(view, source, REGION_SEES_SOUND)$/0/
