# fault: ranks that do not own the initial vertex say that Even wins it
# function: share_winner
# suites: formula_ranks
s/won = UINT64_MAX/won = PLAYER_EVEN/
