# fault: only what a region began with is looked at, whatever is above it
# file: parity/promotion/promotion.c
# suites: solve
s/int is_begun = region == promotion->regions \&\& region->closed_in == region->begun_in;/int is_begun = region->closed_in == region->begun_in;/
