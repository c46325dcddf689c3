# fault: a state that a distribution has twice counts once
# file: frontend/formats/aut_rows.c
# suites: mdp_write
s/lts->weights\[lts->weight\[kept - 1\]\] += lts->weights\[lts->weight\[next\]\];//
