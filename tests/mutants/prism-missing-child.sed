# fault: an action that a child does not have happens without it
# function: add_products
# file: prism_rules.c
# suites: prism_compile
s/maker->sides.count < needed/0/
