# fault: commands of classes that take part are not needed
# function: stubborn_data_combine
# suites: partial_order
# cases: 3000
s/if (i != role->place)/if (0)/
