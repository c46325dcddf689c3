# fault: a two-word key whose second word is still missing is not read again
# function: table_probe_step
# suites: table_schedules
s/(first.x == key\[0\] && first.y == 0) ||.*/words == 0) {/
