# fault: a state that a distribution has twice counts once
# function: make_rows
# file: aut_rows.c
# suites: mdp_write
s/lts->weights\[lts->weight\[kept - 1\]\] += lts->weights\[lts->weight\[next\]\];//
