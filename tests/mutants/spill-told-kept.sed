# fault: levels that were dropped are said to be there
# file: explorer/trace/trace_cpu.c
# suites: check_files
s/if (!exploration->levels_kept) {/if (!exploration->model) {/
