# fault: implications associate to the left
# file: specs/formula_parser.y
# suites: formula_read
s/^%right IMPLIES/%left IMPLIES/
