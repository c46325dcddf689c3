# fault: --max-depth goes one level further
# file: explorer/search/explore_cpu.c
# suites: cli_output
s/search->level >= search->options->max_depth/search->level > search->options->max_depth/
