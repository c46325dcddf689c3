# fault: growth loses the first key of each side list
# function: table_grow_work
# suites: table
s/0; i < side->count; i += table->view./table->view.words; i < side->count; i += table->view./
