# fault: a state simulates another one with fewer marks
# function: is_matched
# suites: ltl
s/(edge->marks & counts & ~other->marks) == 0 && //
