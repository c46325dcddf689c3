# fault: a product that is written covers letters outside of the guard
# function: cover
# suites: ltl_command
s/const bdd both = cover(products, rest, bdd_and(pool, most_low, most_high));/const bdd both = cover(products, rest, bdd_or(pool, most_low, most_high));/
