# fault: commands that read what another assigns do not conflict
# function: conflict
# file: stubborn_data.c
# suites: partial_order
s/bitset_intersect(reads + one \* words, writes + other \* words, words)/0/
