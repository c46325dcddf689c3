# fault: the states of a window are written as they arrive
# function: put_window
# suites: certificate_ranks
s/records_sort(&passing->window, passing->error) != 0 ||//
