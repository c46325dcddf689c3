# fault: blocks with equal rows have the labels of the first of them
# function: model_build_blocks
# suites: explore_oracle
s/(uint32_t)labels - rows/0u - rows/
