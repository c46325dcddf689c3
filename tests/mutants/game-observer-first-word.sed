# fault: the observer's state is read from the first word of a vector
# function: fold_field
# suites: game_generate check_formula
s/component->word/0/
