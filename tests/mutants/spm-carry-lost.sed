# fault: a component at its bound is not reset when the next one is raised
# file: parity/spm_measure_core.h
# suites: spm
s/        measure\[word\] &= ~component->mask;/        ;/
