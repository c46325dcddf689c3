# fault: growth loses the first key of each side list
# file: hashtable/table.c
# suites: table
s/for (uint64_t i = 0; i < side->count; i += table->view.words)/for (uint64_t i = table->view.words; i < side->count; i += table->view.words)/
