# fault: behind an inner binder the outer one of that name is forgotten
# file: specs/syntax/formula_resolve.c
# suites: formula_read
s/resolver->innermost\[scope->name\] = scope->outer;/resolver->innermost[scope->name] = NO_SCOPE;/
