# fault: a GPU that is full ends the search although the host has more memory
# function: explore_on_device
# suites: auto
s/found->result.outcome == EXPLORE_FULL \&\& run->memory->limit > found->effort.memory_limit/0/
