# fault: vertices that must be examined again are not when the log is rewritten
# function: rewrite_region
# suites: solve
s/    copy_part(promotion, region, 0, region->level, AFTER, to);//; s/region, 0, AFTER, WRITTEN/region, 0, region->level, WRITTEN/
