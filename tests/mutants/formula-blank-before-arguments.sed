# fault: a blank before the arguments of an action matters
# function: is_idle_blank
# suites: formula_write
s/ || \*\*after == '('//
