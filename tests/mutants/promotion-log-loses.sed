# fault: what is to be looked at again is not when the log is written anew
# function: rewrite_region
# suites: solve
s/    copy_behind(promotion, region, region->level, BEHIND, to, 0);/    region->closed_in = region->closed_in;/; s/count = copy_behind(promotion, region, BEHIND, WRITTEN/count = copy_behind(promotion, region, region->level, WRITTEN/
