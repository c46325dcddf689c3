# fault: the left side of implies is not negated
# file: specs/automata/formula_translate.c
# suites: formula_observer
s/translate_pair(translation, task, negated, !negated, negated)/translate_pair(translation, task, negated, negated, negated)/
