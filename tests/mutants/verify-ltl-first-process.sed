# fault: verify counts only the first process of a transition as moving
# function: note_processes
# file: verify_fairness.c
# suites: check_ltl
s/process = walker_process(walker, transition, ++number)/process = WALKER_NO_PROCESS/
