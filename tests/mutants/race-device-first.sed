# fault: of two answers, the GPU's is always taken
# function: solve_race
# suites: solve_race solve_auto
s/.host.state == SUCCEEDED || race.device./.device./
