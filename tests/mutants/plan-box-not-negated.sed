# fault: what must never happen is planned as what must
# function: plan_shape
# suites: formula_observer
s/.kind == PLAN_REACHES \&\& form->diamond == NULL/.kind == PLAN_NOT/
