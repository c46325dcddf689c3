# fault: marks that a part does not need are missing
# function: marks_of
# file: hoa_tgba.c
# suites: hoa
s/uint64_t marks = tgba_all_marks(copies->made);/uint64_t marks = count_sets(hoa, part) == 64 ? UINT64_MAX : ((uint64_t)1 << count_sets(hoa, part)) - 1;/
