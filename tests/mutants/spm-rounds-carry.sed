# fault: a measure that is carried over keeps the component below
# file: parity/measures/spm_measures_core.h
# suites: spm_rounds
# cases: 3000
s/        \*word \&= ~component->mask;//
