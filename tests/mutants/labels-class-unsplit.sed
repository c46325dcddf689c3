# fault: a class of labels is split only if an action names all its labels but one
# function: split_by
# suites: formula_observer
s/named < classing->size\[class\]/named + 1 == classing->size[class]/
