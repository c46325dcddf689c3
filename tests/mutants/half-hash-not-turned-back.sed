# fault: the permutation of short keys mixes bits into those below the key
# function: half_hash
# suites: half
s/ >> view->fold << view->spare/ >> view->fold/
