# fault: a vertex that rises by its successors' measures is not marked
# file: parity/measures/spm_rounds_core.h
# suites: spm_rounds
/^CORE_FUNCTION uint32_t spm_rise(/,/^}/ s/    spm_mark_changed(view, vertex);//
