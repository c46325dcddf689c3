# fault: the fixpoints of an expanded formula rank by where they are first met
# function: translate_formula
# suites: formula_data
s/formula->rank != 0 ? formula->rank : task->rank + 1/task->rank + 1/
