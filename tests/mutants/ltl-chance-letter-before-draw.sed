# fault: the automaton of a chain moves before the draw, on the first letter
# function: add_choice
# file: ltl_product.c
# suites: ltl_chance
s/class_of(making, edge) != class/0/
