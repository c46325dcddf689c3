# fault: variables may be bound outside of an equivalence
# function: bind_variable
# suites: formula_errors
s/equivalences !=/equivalences </
