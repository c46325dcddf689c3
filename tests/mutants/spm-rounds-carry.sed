# fault: a measure that is carried over keeps the component below
# file: parity/spm_rounds_core.h
# suites: spm_rounds
s/        \*word \&= ~component->mask;//
