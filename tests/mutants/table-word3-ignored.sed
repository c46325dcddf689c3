# fault: keys of four words are equal if their first three words are
# function: table_matches table_has table_has_pending
# suites: table explore_oracle
s/w = 1; w < words; w++/w = 1; w < words - words \/ 4; w++/
s/_mm_set_epi64x((long long)key\[words > 2 ? 3 : 0\]/_mm_set_epi64x(*(const long long *)(bucket + i + 3)/
s/same < words)/same < words - words \/ 4)/
