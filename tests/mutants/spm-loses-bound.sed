# fault: a component goes one above its bound
# file: parity/measures/spm_measure_core.h
# suites: spm
s/& component->mask) < component->bound/\& component->mask) <= component->bound/
