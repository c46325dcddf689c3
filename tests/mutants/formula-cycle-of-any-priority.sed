# fault: cycles of the core may have higher priorities
# function: keep_controlled
# suites: formula_evidence
s/inside\[k\] = priority_of(work, (uint32_t)k) <= priority \&\& /inside[k] = /
