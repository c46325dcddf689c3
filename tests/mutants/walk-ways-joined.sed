# fault: transitions that differ in own labels alone are one choice
# function: keep_choices
# suites: walk simulate
s/!walker_same_way(&transitions\[i - 1\], &transitions\[i\]) ||/0 ||/
