# fault: the interner goes on with the view from before growth
# file: hashtable/intern.c
# suites: table
/failed = table_grow_end(interner->index);/,/}/s/interner->view\.index = table_view_of(interner->index);//
