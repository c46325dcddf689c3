# fault: two threads report progress at the same time
# function: solve_race
# suites: solve_race solve_auto
/race.device.run.progress = NULL;/d
