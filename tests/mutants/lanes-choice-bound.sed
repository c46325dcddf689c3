# fault: the bound of choice numbers is that of one rule
# function: data_model_most_choices
# suites: data_lanes
s/sum += product;/sum = product;/
