# fault: variables may be bound outside of an equivalence
# function: bind
# suites: formula_errors
s/equivalences !=/equivalences </
