# fault: keys of two words are equal if their first words are
# function: table_matches table_has
# suites: table explore_oracle
s/(uint32_t)(shared64_load(bucket + i \* words + w) == key\[w\])/words - 1/
s/_mm_shuffle_epi32(same, 0x4e/_mm_set_epi64x(0, -1/
