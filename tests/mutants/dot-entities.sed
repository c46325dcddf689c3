# fault: pictures show what looks like an entity as its character
# function: put_character
# suites: graph_dot
/const char \*entity =/s/"&amp;"/"\&"/
