# fault: the option that is given last is noted as the first one
# function: parse_option_value
# file: options.c
# suites: options check_command check_mdp
/return parser->given == NULL/i\
    if (parser->given != NULL \&\& parser->given->count > 0 \&\& list_add(parser->memory, parser->given, parser->given->items[0], parser->error) == 0) { parser->given->items[0] = row->name; return 0; }
