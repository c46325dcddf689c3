# fault: keys of two words that agree in the first are taken for equal
# file: hashtable/table_core.h
# suites: table explore_oracle
s/same &= (uint32_t)(shared64_load_acquire(bucket + i \* words + 1) == key\[1\]);/same \&= words - 1;/
s/same = _mm_and_si128(same, _mm_shuffle_epi32(same, 0x4e));/same = _mm_and_si128(same, _mm_set_epi64x(0, -1));/
