# fault: the library says that the values of each variable begin with 0
# function: heddle_network_variable
# suites: library_data
s/data_variables(data)\[component\].low/0/
