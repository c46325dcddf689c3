# fault: what is read of a decompressed block is its first bytes each time
# function: unpacking_read
# suites: stream
s/slot->bytes + slot->done, left/slot->bytes, left/
