# fault: transitions of AUT files come by first occurrence of their labels
# function: sort_labels
# file: mdp_read_aut.c
# suites: aut_write
s/qsort(ranked, count, sizeof \*ranked, compare_ranked);//
