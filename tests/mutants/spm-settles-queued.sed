# fault: what is won is looked for without regard to what is queued
# file: parity/measures/spm_settle.c
# suites: spm
s/            look_at_changed(settling, vertex);/            ;/
