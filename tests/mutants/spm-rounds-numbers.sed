# fault: rounds after the last number of 32 bits are taken for earlier ones
# file: parity/spm_rounds_core.h
# suites: spm_rounds
s/view->round - __atomic_load_n(&view->counters->changed, __ATOMIC_RELAXED) > 1/__atomic_load_n(\&view->counters->changed, __ATOMIC_RELAXED) + 1 < view->round/
