# fault: what can happen from one initial state is said of all
# function: check_forbids_only
# suites: check_prism
s/plan->kind == PLAN_CONSTANT ||/plan->kind == PLAN_CONSTANT || plan->kind == PLAN_REACHES ||/
