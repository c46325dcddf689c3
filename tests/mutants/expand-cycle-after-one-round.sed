# fault: a cycle ends after one round, wherever the processes are
# function: expand_cycle
# suites: composed
s/if (memcmp(.*/if (trace->steps > saved) {/
