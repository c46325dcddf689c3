# fault: the vertices of regions are lost in a pause
# function: promotion_resume
# suites: promotion
# cases: 4000
s/memcpy(promotion->log,.*$//
