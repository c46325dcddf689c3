# fault: two threads tell progress at once
# file: parity/solve_race.c
# suites: solve_race solve_auto
/race.device.run.progress = NULL;/d
