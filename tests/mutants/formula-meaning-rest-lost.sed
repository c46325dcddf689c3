# fault: of an expression that is partly consumed, only the next part is shown
# function: meaning_of_rest
# suites: formula_evidence
s/joins ? after->left : after,/joins ? after->left : modality->left,/
s/is_same \&\& after->kind == kind/!is_same \&\& after->kind == kind/
