# fault: the set of labels of a conjunction is that of its opposite
# function: join_operand
# suites: label_sets formula_observer
s/set.is_complement = !set.is_complement;/set.is_complement = set.is_complement;/
