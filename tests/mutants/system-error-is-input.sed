# fault: an error of the system is never a lack of memory, but one of the user's
# function: error_of_system
# suites: stream
# cases: 40
s/reason == ENOMEM ? ERROR_MEMORY : ERROR_IO/ERROR_IO/
