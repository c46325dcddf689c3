# fault: a state that occurs twice in a distribution counts once
# function: keep_row
# suites: mdp_write
s/lts->weights\[lts->weight\[kept - 1\]\] += lts->weights\[lts->weight\[next\]\];//
