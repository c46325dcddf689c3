# fault: numbers beyond 64 bits lose their sign
# function: value_get_rational
# suites: formula_number
s/if (of->number < 0)/if (0)/
