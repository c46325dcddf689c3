# fault: a measure that is carried over keeps the component below
# function: spm_progress_at
# suites: spm_rounds
# cases: 3000
s/        \*word \&= ~component->mask;//
