# fault: names of the internal action in quotes are labels like any other
# file: specs/syntax/formula_actions.c
# suites: formula_read formula_write
s/label_text_kind(syntax->labels, text, word.length) == LABEL_INTERNAL/label_text_kind(syntax->labels, text, word.length) == LABEL_PROB/
