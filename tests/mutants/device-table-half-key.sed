# fault: a two-word key of which only word 0 is there is not looked at again
# file: hashtable/table_device.cuh
# suites: table_schedules
s/if ((first.x == key\[0\] && first.y == 0) ||.*/if (words == 0) {/
