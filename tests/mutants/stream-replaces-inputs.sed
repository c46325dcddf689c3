# fault: a file that is read is replaced
# function: files_read_spared
# suites: outputs
s/files->items\[i\]\.inode == status\.st_ino/0/
