/* Help, from the options tables. */
#include "base/options/options_text.h"

#include <string.h>

#include "base/options/options.h"

#define WIDTH 80
#define INDENT 28

static void write_word(FILE *stream, const char *word, size_t length) {
    fwrite(word, 1, length, stream);
}

void options_wrap(FILE *stream, const char *text, const struct options_layout *layout) {
    unsigned column = layout->indent;
    int first = 1;
    while (*text != '\0') {
        unsigned length = (unsigned)strcspn(text, " \n");
        if (!first && column + 1 + length > layout->width) {
            fprintf(stream, "\n%*s", (int)layout->indent, "");
            column = layout->indent;
            first = 1;
        }
        fputs(first ? "" : " ", stream);
        layout->write_word(stream, text, length);
        column += length + (first ? 0 : 1);
        first = 0;
        text += length;
        if (text[0] == '\n' && text[1] == '\n') {
            fprintf(stream, "\n\n%*s", (int)layout->indent, "");
            column = layout->indent;
            first = 1;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', stream);
}

static void write_wrapped(FILE *stream, const char *text, unsigned indent) {
    options_wrap(stream, text, &(struct options_layout){WIDTH, indent, write_word});
}

static void write_term(FILE *stream, const char *term, const char *meaning) {
    unsigned column = (unsigned)strlen(term) + 2;
    fprintf(stream, "  %s", term);
    if (column + 2 > INDENT) {
        fprintf(stream, "\n%*s", INDENT, "");
    } else {
        fprintf(stream, "%*s", (int)(INDENT - column), "");
    }
    write_wrapped(stream, meaning, INDENT);
}

static void write_row(FILE *stream, const struct option_row *row) {
    char term[128], letter[8] = "   ";
    if (row->letter) {
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    }
    snprintf(term, sizeof term, "%s --%s%s%s", letter, row->name, row->argument != NULL ? " " : "",
             row->argument != NULL ? row->argument : "");
    write_term(stream, term, row->help);
}

static void write_rules(FILE *stream, const struct option_rule *rules) {
    char term[128], text[OPTIONS_RULE_TEXT];
    fputs(rules == NULL ? "" : "\nOptions that exclude or need others:\n", stream);
    for (; rules != NULL && rules->option != NULL; rules++) {
        snprintf(term, sizeof term, "    --%s", rules->option);
        options_rule_text(rules, text, sizeof text);
        write_term(stream, term, text);
    }
}

static void write_terms(FILE *stream, const struct options_command *command) {
    struct options_term term;
    if (command->term != NULL) {
        fprintf(stream, "\n%s:\n", command->term_heading);
    }
    for (unsigned i = 0; command->term != NULL && command->term(i, &term); i++) {
        write_term(stream, term.term, term.meaning);
    }
}

void options_write_help(const char *program, const struct options_command *command, FILE *stream) {
    fprintf(stream, "usage: %s %s [OPTION]... %s\n\n", program, command->name, command->operands);
    write_wrapped(stream, command->description, 0);
    write_terms(stream, command);
    fprintf(stream, "\nOptions:\n");
    for (unsigned i = 0; i < options_row_count(command); i++) {
        if (i == options_advanced(command)) {
            fprintf(stream, "\nAdvanced:\n");
        }
        write_row(stream, options_row(command, i));
    }
    write_rules(stream, command->rules);
}

void options_write_overview(const struct options_program *program, FILE *stream) {
    fprintf(stream, "usage: %s COMMAND [OPTION]... ARGUMENT...\n\n", program->name);
    write_wrapped(stream, program->description, 0);
    fprintf(stream, "\nCommands (`%s COMMAND --help` says more):\n", program->name);
    for (unsigned i = 0; i < program->command_count; i++) {
        write_term(stream, program->commands[i].options->name, program->commands[i].options->summary);
    }
    fprintf(stream, "\nOptions:\n");
    for (unsigned i = 0; i < options_row_count(program->self); i++) {
        write_row(stream, options_row(program->self, i));
    }
    fprintf(stream, "\nExit status:\n");
    for (unsigned i = 0; i < program->exit_code_count; i++) {
        write_term(stream, program->exit_codes[i].term, program->exit_codes[i].meaning);
    }
}
