# fault: constants that are given to the library are lost
# function: heddle_set_constants
# suites: library_data
s/context->reader.constants = texts/free_texts(memory, \&texts)/
