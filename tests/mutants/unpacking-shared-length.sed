# fault: bytes that a thread decompressed are returned short of the last one
# function: unpacking_read
# suites: stream
s/slot->done += left/slot->done += left + (slot->done + left + 1 == slot->size)/
