# fault: behind an inner binder the outer one of that name is forgotten
# function: leave_scope
# suites: formula_read
s/scope->outer/NO_SCOPE/
