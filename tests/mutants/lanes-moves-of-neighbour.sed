# fault: the sets of moves of several lanes overlap
# function: data_enable
# suites: data_lanes
s/enabled->words\[w \* enabled->stride\] = data_rows/enabled->words[w] = data_rows/
