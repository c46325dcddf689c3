# fault: after an inner binder, the outer variable of the same name is forgotten
# function: leave_scope
# suites: formula_read
s/scope->outer/NO_SCOPE/
