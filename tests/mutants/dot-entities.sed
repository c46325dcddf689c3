# fault: pictures show what looks like an entity as its character
# function: put_character
# suites: graph_dot
/return output_text(output, "&amp;", error);/s/&amp;/\&/
