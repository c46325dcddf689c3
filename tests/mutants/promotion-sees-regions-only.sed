# fault: vertices in no region are not seen when one that they lead to is promoted
# file: parity/promotion/promotion.c
# suites: solve
# cases: 30000
s/promotion_attract(promotion, begin, level, 0) != 0/promotion_attract(promotion, begin, level, moved->level + 1) != 0/
