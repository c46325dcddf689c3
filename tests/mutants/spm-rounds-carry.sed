# fault: a measure that is carried over keeps the component below
# function: spm_raise
# suites: spm_rounds
# cases: 3000
s/        \*word \&= ~component->mask;//
