# fault: of two answers the device's is taken
# file: parity/solve_race.c
# suites: solve_race solve_auto
s/race.host.state == SUCCEEDED || race.device.state != SUCCEEDED ?/race.device.state != SUCCEEDED ?/
