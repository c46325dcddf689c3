# fault: two threads tell progress at once
# function: solve_race
# suites: solve_race solve_auto
/race.device.run.progress = NULL;/d
