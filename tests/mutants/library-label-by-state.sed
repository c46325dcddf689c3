# fault: the library evaluates labels of states on values that begin at 0
# function: heddle_space_has_label
# suites: library_data
s/data_variables(network->data)\[i\].low + //
