# fault: pictures show what looks like an entity as its character
# function: write_character
# suites: graph_dot
/const char \*entity =/s/"&amp;"/"\&"/
