# fault: variables may be bound outside of an equivalence
# file: specs/syntax/formula_resolve.c
# suites: formula_errors
s/visit->equivalences != scope->equivalences/visit->equivalences < scope->equivalences/
