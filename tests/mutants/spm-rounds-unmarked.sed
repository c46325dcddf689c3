# fault: a vertex that rises by its successors' measures is not marked
# function: spm_rise
# suites: spm_rounds
s/    spm_mark_changed(view, vertex);//
