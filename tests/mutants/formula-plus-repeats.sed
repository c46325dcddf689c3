# fault: a plus before a parenthesis repeats
# file: specs/syntax/formula_parser.y
# suites: formula_read formula_write
s/^    case '(':$/    case FORMULA_TOKEN_OTHER:/
