# fault: a head without an edge inside does not open its region
# file: parity/regions/region_core.h
# suites: region
s/is_open = is_tainted = region_is_head(view, vertex) .*$/is_open = is_tainted = 0;/
