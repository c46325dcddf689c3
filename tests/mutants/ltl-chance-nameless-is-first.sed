# fault: a choice without a label has the label of the first class
# function: class_of
# file: ltl_product.c
# suites: ltl_chance
s/making->letters.count + 1/0/
