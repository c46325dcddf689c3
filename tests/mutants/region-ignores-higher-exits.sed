# fault: edges to regions above are no ways out of a region
# file: parity/regions/region_core.h
# suites: region
s/is_tainted = is_open || (sees & REGION_SEES_HIGHER);/is_tainted = is_open;/
