# fault: staying inside a star under a box for ever is lost, as under a diamond
# file: specs/automata/formula_translate.c
# suites: formula_observer
s/return task->owner == OWNER_EVEN ? FIXPOINT_MU : FIXPOINT_NU;/return FIXPOINT_MU;/
