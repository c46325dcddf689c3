# fault: pictures show what looks like an entity as its character
# file: frontend/formats/graph_dot.c
# suites: graph_dot
/return output_text(output, "&amp;", error);/s/&amp;/\&/
