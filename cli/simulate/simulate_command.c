/* The commands of `heddle simulate`, in one table for parsing and help. */
#include "cli/simulate/simulate_command.h"

#include <ctype.h>
#include <string.h>

#include "base/array.h"
#include "base/options/options_text.h"
#include "base/quantity.h"

static const struct {
    const char *word;
    char letter; /* abbreviation; 0 for none */
    enum simulate_kind kind;
    enum simulate_argument argument;
    const char *usage, *help;
} commands[] = {
    {"undo", 'u', SIMULATE_UNDO, ARGUMENT_NUMBER_OR_ONE, "undo [N]", "go N steps back (1)"},
    {"next", 'n', SIMULATE_NEXT, ARGUMENT_NUMBER_OR_ONE, "next [N]",
     "go N steps forward (1), along the steps that were undone or the loaded trace"},
    {"redo", 0, SIMULATE_NEXT, ARGUMENT_NUMBER_OR_ONE, "redo [N]", "the same"},
    {"goto", 'g', SIMULATE_GOTO, ARGUMENT_NUMBER, "goto K",
     "go to the state after step K; 0 is the initial state"},
    {"goto", 'g', SIMULATE_REACH, ARGUMENT_LABEL, "goto LABEL",
     "take a shortest way to that label or 'PATTERN', or to a deadlock (`goto deadlock`)"},
    {"until", 0, SIMULATE_UNTIL, ARGUMENT_LABEL, "until LABEL",
     "take random steps up to that label or 'PATTERN'"},
    {"random", 'r', SIMULATE_RANDOM, ARGUMENT_NUMBER_OR_ONE, "random [N]", "take N random steps (1)"},
    {"initial", 0, SIMULATE_INITIALS, ARGUMENT_NONE, "initial", "list the initial states"},
    {"initial", 0, SIMULATE_INITIAL, ARGUMENT_NUMBER, "initial K", "begin again in the K-th of them"},
    {"trace", 't', SIMULATE_TRACE, ARGUMENT_NONE, "trace", "show the steps so far"},
    {"state", 's', SIMULATE_STATE, ARGUMENT_NONE, "state", "show the state of every process"},
    {"all", 'a', SIMULATE_ALL, ARGUMENT_NONE, "all", "show all transitions, however many"},
    {"save", 0, SIMULATE_SAVE, ARGUMENT_FILE_NAME, "save FILE",
     "write the steps so far: .json, .aut, .html, or a table"},
    {"screen", 0, SIMULATE_SCREEN, ARGUMENT_NONE, "screen",
     "show processes, transitions and steps side by side"},
    {"help", 'h', SIMULATE_HELP, ARGUMENT_NONE, "help", "show these commands"},
    {"quit", 'q', SIMULATE_QUIT, ARGUMENT_NONE, "quit", "end, as the end of input does"},
};

#define COMMANDS LENGTH(commands)

static char *skip_blanks(char *text) {
    while (isblank((unsigned char)*text)) {
        text++;
    }
    return text;
}

/* Removes blanks at both ends. */
static char *trim(char *text) {
    text = skip_blanks(text);
    size_t length = strlen(text);
    while (length > 0 && isblank((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

static int is_digits(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == '\0';
}

/* Returns 0, also for a number that is too large, or -1 if the text is no number. */
static int take_number(const char *text, struct simulate_command *command) {
    if (quantity_parse_number(text, &command->number) == 0) {
        return 0;
    }
    command->too_large = is_digits(text) ? text : NULL;
    return command->too_large == NULL ? -1 : 0;
}

/* Returns 0, or -1 if `rest` is not an argument of this kind. */
static int take_argument(enum simulate_argument argument, char *rest, struct simulate_command *command) {
    size_t length = strlen(rest);
    switch (argument) {
    case ARGUMENT_NONE:
        return length == 0 ? 0 : -1;
    case ARGUMENT_NUMBER_OR_ONE:
        command->number = 1;
        return length == 0 ? 0 : take_number(rest, command);
    case ARGUMENT_NUMBER:
        return take_number(rest, command);
    case ARGUMENT_LABEL:
        command->text = rest;
        return *rest != '\0' ? 0 : -1;
    case ARGUMENT_FILE_NAME:
        if (length >= 2 && rest[0] == '"' && rest[length - 1] == '"') {
            rest[length - 1] = '\0';
            rest++;
        }
        command->text = rest;
        return *rest != '\0' ? 0 : -1;
    }
    return -1;
}

static int is_word(size_t command, const char *text, size_t length) {
    return (length == 1 && text[0] == commands[command].letter) ||
           (strlen(commands[command].word) == length && memcmp(text, commands[command].word, length) == 0);
}

enum simulate_argument simulate_argument_of(const char *text, size_t length) {
    enum simulate_argument argument = ARGUMENT_NONE;
    for (size_t i = 0; i < COMMANDS; i++) {
        argument =
            is_word(i, text, length) && commands[i].argument > argument ? commands[i].argument : argument;
    }
    return argument;
}

const char *simulate_word(unsigned index, int *has_argument) {
    const char *word = index < COMMANDS ? commands[index].word : NULL;
    *has_argument = word != NULL && simulate_argument_of(word, strlen(word)) > ARGUMENT_NUMBER_OR_ONE;
    return word;
}

/* Returns 1 if the line is a command of the table. */
static int parse_word(char *line, struct simulate_command *command) {
    size_t length = 0;
    while (line[length] != '\0' && !isblank((unsigned char)line[length])) {
        length++;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (is_word(i, line, length)) {
            command->kind = commands[i].kind;
            command->usage = command->usage == NULL ? commands[i].usage : command->usage;
            if (take_argument(commands[i].argument, skip_blanks(line + length), command) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* Returns 1 if the line is a label in quotes. */
static int parse_quoted(char *line, struct simulate_command *command) {
    char *last = strrchr(line, '"');
    if (line[0] != '"' || last == line) {
        return 0;
    }
    char *rest = skip_blanks(last + 1);
    if (*rest != '\0' &&
        (*rest != '#' || quantity_parse_number(rest + 1, &command->number) != 0 || command->number == 0)) {
        command->number = 0;
        return 0;
    }
    *last = '\0';
    command->text = line + 1;
    command->quoted = 1;
    return 1;
}

uint64_t simulate_split_number(char *text) {
    char *mark = strrchr(text, '#');
    uint64_t number;
    if (mark == NULL || mark == text || !isblank((unsigned char)mark[-1]) ||
        quantity_parse_number(mark + 1, &number) != 0) {
        return 0;
    }
    while (mark > text && isblank((unsigned char)mark[-1])) {
        mark--;
    }
    *mark = '\0';
    return number;
}

void simulate_parse(char *line, struct simulate_command *command) {
    *command = (struct simulate_command){.kind = SIMULATE_NOTHING};
    command->line = line = trim(line);
    if (*line == '\0' || *line == '#') {
        return;
    }
    if (strcmp(line, "?") == 0) {
        command->kind = SIMULATE_HELP;
    } else if (is_digits(line)) {
        command->kind = SIMULATE_CHOOSE;
        take_number(line, command);
    } else if (!parse_word(line, command)) {
        command->kind = SIMULATE_LABEL;
        command->number = 0;
        command->text = line;
        parse_quoted(line, command);
    }
}

int simulate_term(unsigned index, struct options_term *term) {
    static const struct options_term transitions[] = {
        {"NUMBER", "take the transition of that number"},
        {"LABEL [#K]", "take the transition of that label, or of a process's own label, as in i (LABEL). Its "
                       "beginning is enough if no other label has it. Of several transitions, the K-th (the "
                       "first)"},
        {"\"LABEL\" [#K]", "the same, where the label looks like a command or a number"},
    };
    if (index < LENGTH(transitions)) {
        *term = transitions[index];
        return 1;
    }
    index -= LENGTH(transitions);
    if (index >= COMMANDS) {
        return 0;
    }
    *term = (struct options_term){commands[index].usage, commands[index].help};
    return 1;
}

static void write_help_word(FILE *stream, const char *word, size_t length) {
    fwrite(word, 1, length, stream);
}

void simulate_print_help(FILE *stream) {
    const struct options_layout layout = {100, 15, write_help_word};
    struct options_term term;
    for (unsigned i = 0; simulate_term(i, &term); i++) {
        fprintf(stream, "  %-12s ", term.term);
        options_wrap(stream, term.meaning, &layout);
    }
    fputs("  " SIMULATE_LETTERS "\n", stream);
}
