# fault: edges are counted on after promotion gave up with a region that was not won
# function: give_up
# file: promotion.c
# suites: promotion
# cases: 4000
s/solving_stop_counting(promotion->solving);//
