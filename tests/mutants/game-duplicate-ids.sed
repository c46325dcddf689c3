# fault: the message about a repeated id names its first vertex, not the second
# function: check_duplicates
# suites: game_read
s/in_order(reader, i)->id == in_order(reader, i - 1)->id \&\& reader->order\[i\] < again/in_order(reader, i)->id == in_order(reader, i - 1)->id \&\& reader->order[i - 1] < again/;s/again = reader->order\[i\];/again = reader->order[i - 1];/
