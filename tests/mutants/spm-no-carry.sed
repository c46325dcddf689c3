# fault: a component at its bound makes the measure the top at once
# file: parity/measures/spm_measure_core.h
# suites: spm
s/        measure\[word\] &= ~component->mask;/        break;/
