# fault: commands of classes that take part are not needed
# function: combine
# file: stubborn_data.c
# suites: partial_order
s/if (i != part->place)/if (0)/
