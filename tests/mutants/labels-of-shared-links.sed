# fault: links of other processes that share a table have its first label
# function: successors_link
# suites: explore_oracle
s/label == MODEL_NONE/label != UINT32_MAX - 1/
