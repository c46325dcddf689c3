# fault: cycles of the core may have higher priorities
# file: checker/evidence/formula_strategy_core.c
# suites: formula_evidence
s/inside\[k\] = priority_of(work, (uint32_t)k) <= priority \&\& /inside[k] = /
