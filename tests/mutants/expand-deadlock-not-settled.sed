# fault: the inert steps before a deadlock are left out
# function: expand
# file: composition/expand.c
# suites: composed compose
s/expansion->task->to_deadlock ? settle_all(expansion)/expansion->task->to_deadlock ? 0/
