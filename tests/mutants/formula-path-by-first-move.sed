# fault: a path goes on by the first move of the network where there are several
# function: follow
# file: strategy_path.c
# suites: formula_evidence
s/^                return PATH_BRANCHES;$/                continue;/
