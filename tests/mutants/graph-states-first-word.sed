# fault: the states of a graph are read from the first word of a vector
# file: explorer/graph/graph_states.c
# suites: graph_states cycle
s/fold_word(&states->header, states->pairs, key, component->word)/fold_word(\&states->header, states->pairs, key, 0)/
