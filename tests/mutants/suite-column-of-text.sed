# fault: errors in the first line of a formula of a suite have the column of the formula alone
# function: property_position
# suites: suites
s/where.column + piece->from.column - 1/where.column/
