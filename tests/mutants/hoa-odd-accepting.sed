# fault: accepting states have odd ranks
# function: next_ranks follow
# file: tgba_ranks.c
# suites: hoa
s/ranks->is_accepting\[s\] ? 2 : 1/1/;s/ranks->is_accepting\[target\] ? 0xfe : 0xff/0xff/
