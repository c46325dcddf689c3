# fault: a plus before a parenthesis repeats
# file: specs/syntax/formula_parser.y
# suites: formula_precedence formula_write
s/^    case '(':$/    case FORMULA_TOKEN_OTHER:/
