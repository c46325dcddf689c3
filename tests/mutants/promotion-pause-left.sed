# fault: links of regions stay when a pause ends without going on
# function: promotion_end_pause
# suites: promotion
# cases: 4000
s/promotion_end_regions(promotion);//
