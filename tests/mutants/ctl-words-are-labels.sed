# fault: in macros, AG ( begins a label with arguments
# function: formula_word_is_reserved
# file: formula_words.c
# suites: ctl
s/return ctl_word_is_reserved(word, length);/return 0;/
