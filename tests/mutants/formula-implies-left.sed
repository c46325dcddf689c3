# fault: implications associate to the left
# file: specs/syntax/formula_parser.y
# suites: formula_precedence
s/^%right IMPLIES/%left IMPLIES/
