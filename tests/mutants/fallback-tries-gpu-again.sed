# fault: what follows the work that the CPU took over from a GPU tries the GPU again
# function: space_backend
# suites: space
s/? backends\[0\]/? space->backend/
