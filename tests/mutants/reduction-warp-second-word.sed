# fault: of what processes need, a warp takes the first 64 alone
# function: stubborn_wide_close
# suites: stubborn
s/lane < wide->words/lane < 1/
