# fault: the text of a formula lacks its negations
# function: take_node
# file: formula_dag.c
# suites: compare_graphs
s/push_text(writing, "not ")/push_text(writing, "")/
