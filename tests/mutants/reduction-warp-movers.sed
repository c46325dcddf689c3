# fault: a warp takes moves of processes 32 to 63 of a word for moves of the first ones
# function: stubborn_wide_look
# suites: stubborn
s/votes << first % 64/votes/
