# fault: variables that keep their values move, too
# function: add_moves
# file: prism_walker.c
# suites: prism_walker
s/branch->target\[i\] != own->values\[i\]/i < own->model->variable_count/
