# fault: Tarjan of a region follows edges that leave it
# function: target_in_region
# suites: scc
s/is_open_in(part->regions, target, part->region)/part->region != UINT32_MAX - 1/
