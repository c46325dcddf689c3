# fault: what is to be looked at again is not when the log is written anew
# function: rewrite_region
# suites: solve
s/    copy_after(promotion, region, region->level, AFTER, to, 0);/    region->closed_in = region->closed_in;/; s/count = copy_after(promotion, region, AFTER, WRITTEN/count = copy_after(promotion, region, region->level, WRITTEN/
