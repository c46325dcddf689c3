# fault: a mark is dropped if some edge has it together with another one
# function: deciding_marks
# suites: ltl
s/always &= ~edge->marks;/always |= edge->marks;/
