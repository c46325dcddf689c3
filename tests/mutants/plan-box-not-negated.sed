# fault: a property that something never happens is planned as one that it must happen
# function: plan_shape
# suites: formula_observer
s|.kind == PLAN_REACHES && !is_diamond|.kind == PLAN_NOT|
