# fault: a two-word key of which only word 0 is there is not looked at again
# function: table_probe_step
# suites: table_schedules
s/(first.x == key\[0\] && first.y == 0) ||.*/words == 0) {/
