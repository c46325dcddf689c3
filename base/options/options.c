/* Parses a command line by its options table. */
#include "base/options/options.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options/options_message.h"
#include "base/options/options_rules.h"
#include "base/quantity.h"

#define COMMON_ROWS 2

static const struct option_row common[COMMON_ROWS] = {
    {"help", 'h', OPTION_FLAG, 0, NULL, 0, 0, "show this help"},
    {"version", 'V', OPTION_FLAG, 0, NULL, 0, 0, "show the version"},
};

unsigned options_advanced(const struct options_command *command) {
    return command->options.count + COMMON_ROWS;
}

unsigned options_row_count(const struct options_command *command) {
    return options_advanced(command) + command->advanced.count;
}

const struct option_row *options_row(const struct options_command *command, unsigned index) {
    unsigned advanced = options_advanced(command);
    return index < command->options.count ? &command->options.rows[index]
           : index < advanced             ? &common[index - command->options.count]
                                          : &command->advanced.rows[index - advanced];
}

struct parser {
    const struct options_command *command;
    int argc;
    char **argv;
    int next; /* the next argument to read */
    char *values;
    struct options_line *line;
    struct error *error;
    const struct option_row *before;  /* the option whose argument was read last; NULL after anything else */
    const char *argument;             /* that argument */
    struct options_stray stray, last; /* last: the last option with an argument, and this argument */
};

static int list_add(struct memory *memory, struct option_list *list, const char *item, struct error *error) {
    if (MEMORY_GROW(memory, &list->items, &list->capacity, list->count + 1) != 0) {
        return error_memory(error, "for the command line");
    }
    list->items[list->count++] = item;
    return 0;
}

const struct option_row *options_find_name(const struct options_command *command, const char *name,
                                           size_t length) {
    for (const struct options_old_name *old = command->old_names; old != NULL && old->old != NULL; old++) {
        if (strncmp(old->old, name, length) == 0 && old->old[length] == '\0') {
            name = old->name;
            length = strlen(name);
        }
    }
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        if (strncmp(row->name, name, length) == 0 && row->name[length] == '\0') {
            return row;
        }
    }
    return NULL;
}

const struct option_row *options_find_letter(const struct options_command *command, char letter) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        if (options_row(command, i)->letter == letter) {
            return options_row(command, i);
        }
    }
    return NULL;
}

static int out_of_range(const struct option_row *row, const char *text, struct error *error) {
    char low[QUANTITY_TEXT], high[QUANTITY_TEXT];
    if (row->kind == OPTION_SIZE) {
        quantity_bytes(row->minimum, low);
        quantity_bytes(row->maximum, high);
    } else {
        snprintf(low, sizeof low, "%llu", (unsigned long long)row->minimum);
        snprintf(high, sizeof high, "%llu", (unsigned long long)row->maximum);
    }
    if (row->maximum == UINT64_MAX) {
        return error_set(error, ERROR_USAGE, "--%s: %.200s is out of range (at least %s)", row->name, text,
                         low);
    }
    return error_set(error, ERROR_USAGE, "--%s: %.200s is out of range (%s..%s)", row->name, text, low, high);
}

static int store_number(const struct option_row *row, const char *text, uint64_t *value,
                        struct error *error) {
    int is_size = row->kind == OPTION_SIZE;
    int digits_only = *text != '\0' && text[strspn(text, "0123456789")] == '\0';
    uint64_t number;
    if ((is_size ? quantity_parse_size(text, &number) : quantity_parse_count(text, &number)) != 0) {
        if (digits_only) {
            return out_of_range(row, text, error);
        }
        return error_set(error, ERROR_USAGE,
                         is_size ? "--%s: '%.200s' is not a size (512M, 4G, 1.5G or bytes)"
                                 : "--%s: '%.200s' is not a number (1000, 1e6)",
                         row->name, text);
    }
    if (number < row->minimum || number > row->maximum) {
        return out_of_range(row, text, error);
    }
    *value = number;
    return 0;
}

static int store_choice(const struct option_row *row, const char *text, int *value, struct error *error) {
    size_t length = strlen(text);
    const char *word = row->argument;
    for (int index = 0;; index++) {
        size_t end = strcspn(word, "|");
        if (end == length && strncmp(word, text, end) == 0) {
            *value = index;
            return 0;
        }
        if (word[end] == '\0') {
            return options_refuse_choice(row, text, error);
        }
        word += end + 1;
    }
}

static int store(const struct parser *parser, const struct option_row *row, const char *text) {
    void *value = parser->values + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(int *)value = 1;
        return 0;
    case OPTION_NUMBER:
    case OPTION_SIZE:
        return store_number(row, text, value, parser->error);
    case OPTION_DURATION:
        if (quantity_parse_duration(text, value) != 0) {
            return error_set(parser->error, ERROR_USAGE, "--%s: '%.200s' is not a duration (90, 90s, 5m, 2h)",
                             row->name, text);
        }
        return 0;
    case OPTION_CHOICE:
        return store_choice(row, text, value, parser->error);
    case OPTION_TEXT:
        if (*text == '\0') {
            return error_set(parser->error, ERROR_USAGE, "--%s: the argument is empty", row->name);
        }
        *(const char **)value = text;
        return 0;
    case OPTION_LIST:
        return list_add(parser->line->memory, value, text, parser->error);
    }
    return 0;
}

/* Whether the text is an option of this command, by its whole long name. */
static int is_option(const struct options_command *command, const char *text) {
    return strncmp(text, "--", 2) == 0 && text[2] != '\0' &&
           options_find_name(command, text + 2, strcspn(text + 2, "=")) != NULL;
}

/* `attached` is the text after "=" or after the letter, NULL for none. */
static int parse_option_value(struct parser *parser, const struct option_row *row, const char *attached) {
    if (row == &common[0]) {
        return OPTIONS_HELP;
    }
    if (row == &common[1]) {
        return OPTIONS_VERSION;
    }
    if (row->kind != OPTION_FLAG && attached == NULL) {
        if (parser->next == parser->argc) {
            return error_set(parser->error, ERROR_USAGE, "--%s: the argument (%s) is missing", row->name,
                             row->argument);
        }
        attached = parser->argv[parser->next];
        if (is_option(parser->command, attached)) {
            return error_set(parser->error, ERROR_USAGE,
                             "--%s: the argument (%s) is missing: '%.200s' is the next option", row->name,
                             row->argument, attached);
        }
        parser->next++;
    }
    if (store(parser, row, attached) != 0) {
        return -1;
    }
    parser->before = row->kind == OPTION_FLAG ? NULL : row;
    parser->argument = attached;
    if (row->kind != OPTION_FLAG) {
        parser->last = (struct options_stray){row, attached, NULL};
    }
    return list_add(parser->line->memory, &parser->line->given, row->name, parser->error);
}

static int take_long(struct parser *parser, const char *name) {
    size_t length = strcspn(name, "=");
    const struct option_row *row = options_find_name(parser->command, name, length);
    if (row == NULL) {
        return options_unknown(parser->command, parser->line->program, "--", name, parser->error);
    }
    if (name[length] == '=' && row->kind == OPTION_FLAG) {
        return error_set(parser->error, ERROR_USAGE, "--%s takes no argument", row->name);
    }
    return parse_option_value(parser, row, name[length] == '=' ? name + length + 1 : NULL);
}

static int take_each_letter(struct parser *parser, const char *letters) {
    for (; *letters != '\0'; letters++) {
        const struct option_row *row = options_find_letter(parser->command, *letters);
        if (row == NULL) {
            return options_unknown_letter(parser->command, parser->line->program, *letters, parser->error);
        }
        int rest = row->kind != OPTION_FLAG && letters[1] != '\0';
        int result = parse_option_value(parser, row, rest ? letters + 1 : NULL);
        if (result != 0 || row->kind != OPTION_FLAG) {
            return result;
        }
    }
    return 0;
}

/* A long name after one dash is a slip, even where its first letter is an option that takes the others. */
static int take_letters(struct parser *parser, const char *letters) {
    size_t length = strcspn(letters, "=");
    if (length > 1 && (options_find_name(parser->command, letters, length) != NULL ||
                       options_is_known(parser->line->program, letters, length) ||
                       options_has_advice(parser->command, letters, length))) {
        return options_unknown(parser->command, parser->line->program, "-", letters, parser->error);
    }
    int result = take_each_letter(parser, letters);
    return result < 0 && options_is_like_name(parser->command, letters)
               ? options_unknown(parser->command, parser->line->program, "-", letters, parser->error)
               : result;
}

static unsigned count_words(const char *text) {
    unsigned count = *text != '\0';
    while ((text = strchr(text, ' ')) != NULL) {
        text++;
        count++;
    }
    return count;
}

unsigned options_most_operands(const struct options_command *command) {
    return command->most_operands != 0 ? command->most_operands : count_words(command->operands);
}

static int check_operands(const struct parser *parser) {
    uint64_t count = parser->line->operands.count;
    unsigned most = options_most_operands(parser->command);
    unsigned fewest = parser->command->most_operands != 0 ? parser->command->fewest_operands : most;
    if (count < fewest) {
        const char *missing = parser->command->operands; /* the names of the operands, separated by blanks */
        for (uint64_t given = 0; given < count && strchr(missing, ' ') != NULL; given++) {
            missing = strchr(missing, ' ') + 1;
        }
        return options_refuse_missing(parser->command, missing, &parser->last, parser->error);
    }
    if (count > most) {
        return options_refuse_operand(parser->command, &parser->line->operands, &parser->stray,
                                      parser->error);
    }
    return 0;
}

/* Notes the first operand that may belong to the argument of the option before it. */
static int take_operand(struct parser *parser, const char *text) {
    if (parser->before != NULL && parser->stray.option == NULL) {
        parser->stray = (struct options_stray){parser->before, parser->argument, text};
    }
    parser->before = NULL;
    return list_add(parser->line->memory, &parser->line->operands, text, parser->error);
}

int options_parse(const struct options_command *command, int argc, char **argv, void *values,
                  struct options_line *line, struct error *error) {
    struct parser parser = {.command = command,
                            .argc = argc,
                            .argv = argv,
                            .next = 1,
                            .values = values,
                            .line = line,
                            .error = error};
    struct error later; /* after the first error */
    int only_operands = 0, failed = 0;
    while (parser.next < argc) {
        const char *argument = argv[parser.next++];
        int result;
        if (only_operands || argument[0] != '-' || argument[1] == '\0') {
            result = take_operand(&parser, argument);
        } else if (strcmp(argument, "--") == 0) {
            only_operands = 1;
            continue;
        } else if (argument[1] == '-') {
            result = take_long(&parser, argument + 2);
        } else {
            result = take_letters(&parser, argument + 1);
        }
        if (result > 0 && !failed) {
            return result;
        }
        if (result < 0) {
            failed = -1;
            parser.error = &later;
        }
    }
    return failed != 0                    ? failed
           : check_operands(&parser) != 0 ? -1
                                          : options_check_rules(command, &line->given, error);
}

static void list_free(struct memory *memory, struct option_list *list) {
    memory_free(memory, list->items, list->capacity * sizeof *list->items);
    *list = (struct option_list){0};
}

void options_free(const struct options_command *command, void *values, struct options_line *line) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        if (row->kind == OPTION_LIST) {
            list_free(line->memory, (struct option_list *)((char *)values + row->offset));
        }
    }
    list_free(line->memory, &line->operands);
    list_free(line->memory, &line->given);
}
