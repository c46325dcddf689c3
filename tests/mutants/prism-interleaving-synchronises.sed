# fault: modules in ||| synchronise on common actions
# function: join_letters
# file: prism_compose.c
# suites: prism
s/written->kind == PRISM_PROCESS_PARALLEL/written->kind != PRISM_PROCESS_SYNCHRONISED/
