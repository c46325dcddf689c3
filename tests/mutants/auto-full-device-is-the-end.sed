# fault: a GPU that is full ends the search although the host has more memory
# function: explore_on_device
# suites: auto
s/found->outcome == EXPLORE_FULL \&\& run->memory->limit > found->memory_limit/0/
