# fault: the observer's state is read from the first word of a vector
# file: explorer/model/fold_core.h
# suites: game_generate check_formula
s/fold_word(header, pairs_array, key, component->word) >>/fold_word(header, pairs_array, key, 0) >>/
