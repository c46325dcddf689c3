# fault: a measure that overflows keeps its lower component
# function: spm_raise
# suites: spm_rounds
# cases: 3000
s/        \*word \&= ~component->mask;//
