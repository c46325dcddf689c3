# fault: a formula of several initial states is not negated
# function: push_rooted
# file: formula_dag.c
# suites: compare_graphs
s/push_text(writing, "not ");//
