# fault: an integer that occurs nowhere may be a natural number, even if it is negative
# function: number_gaps_room
# suites: formula_number
s/(sort == NUMBER_POS || sort == NUMBER_NAT) && !positive ? 0 : room/room/
