# fault: the interner goes on with the view from before growth
# function: interner_grow_end
# suites: table
/failed = table_grow_end(interner->index);/,/}/s/interner->view\.index = table_view_of(interner->index);//
