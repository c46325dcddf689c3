# fault: [a] f is false where a run ends
# function: convert_modality
# file: ctl_macros.c
# suites: ctl
s/is_box ? &always : &never/\&never/
