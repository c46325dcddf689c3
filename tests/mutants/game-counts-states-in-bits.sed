# fault: equal priorities are counted several times, where there is a bit for each
# function: count_in_bits
# suites: game_generate game
s/(\*word & bit) == 0/1/
