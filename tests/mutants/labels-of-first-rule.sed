# fault: all moves of a row of links have the label of the first
# function: successors_link
# suites: explore_oracle
s/link_target_label\[i\]/link_target_label[begin]/
