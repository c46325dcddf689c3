# fault: staying inside a star under a box for ever is lost, as under a diamond
# function: loop_fixpoint
# suites: formula_observer
s/task->owner == OWNER_EVEN ? FIXPOINT_MU : FIXPOINT_NU/FIXPOINT_MU/
