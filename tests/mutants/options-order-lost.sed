# fault: of several options, the last is recorded as the first
# function: parse_option_value
# file: options.c
# suites: options check_command check_mdp
/return list_add(parser->line->memory, &parser->line->given/i\
    struct option_list *given = \&parser->line->given; \
    if (given->count > 0 \&\& list_add(parser->line->memory, given, given->items[0], parser->error) == 0) { given->items[0] = row->name; return 0; }
