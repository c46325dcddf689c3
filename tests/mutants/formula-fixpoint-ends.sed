# fault: in mCRL2's dialect a fixpoint after && reaches as far as at the top
# file: specs/syntax/formula_parser.y
# suites: formula_fixpoints
s/^    case FORMULA_TOKEN_AND:$/    case FORMULA_TOKEN_FIXPOINT:/
