# fault: staying inside a star under a box for ever is lost, as under a diamond
# function: inside
# suites: formula_observer
s/task->owner == OWNER_EVEN ? FIXPOINT_MU : FIXPOINT_NU/FIXPOINT_MU/
