# fault: a state that occurs twice in a distribution counts once
# function: make_rows
# file: aut_rows.c
# suites: mdp_write
s/lts->weights\[lts->weight\[kept - 1\]\] += lts->weights\[lts->weight\[next\]\];//
