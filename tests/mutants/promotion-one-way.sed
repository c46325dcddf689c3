# fault: promotion keeps to its first way however slow that is
# function: is_way_slow
# suites: tangles
s/return promotions > MENDING_PROMOTIONS \* vertices;/return 0;/
