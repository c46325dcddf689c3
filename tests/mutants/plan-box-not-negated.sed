# fault: what must never happen is planned as what must
# file: specs/automata/formula_plan.c
# suites: formula_observer
s/plan.kind == PLAN_REACHES \&\& form->diamond == NULL/plan.kind == PLAN_NOT/
