/* All commands and options as a page in Markdown, from the options tables. */
#include "base/options/options_text.h"

#include <string.h>

#include "base/options/options.h"

#define WIDTH 120

/* Text with the characters that Markdown takes for marks escaped; code between backticks is left as it is. */
static void write_plain(FILE *stream, const char *text, size_t length) {
    int code = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        code ^= c == '`';
        if (c == '|' || (!code && (c == '*' || c == '<' || c == '_' || c == '['))) {
            fputc('\\', stream);
        }
        fputc(c == '\n' ? ' ' : c, stream);
    }
}

static void write_text(FILE *stream, const char *text) {
    write_plain(stream, text, strlen(text));
}

/* Paragraphs, in lines of at most WIDTH. */
static void write_paragraphs(FILE *stream, const char *text) {
    unsigned column = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        if (column > 0 && column + 1 + length > WIDTH) {
            fputc('\n', stream);
            column = 0;
        }
        if (column > 0) {
            fputc(' ', stream);
            column++;
        }
        write_plain(stream, text, length);
        column += (unsigned)length;
        text += length;
        if (text[0] == '\n' && text[1] == '\n') {
            fputs("\n\n", stream);
            column = 0;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', stream);
}

/* In a table, a bar ends a cell even within code. */
static void write_code(FILE *stream, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '|') {
            fputc('\\', stream);
        }
        fputc(*text, stream);
    }
}

static void write_rows(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        if (i == 0 || i == options_advanced(command)) {
            fprintf(stream, "%s\n|---|---|\n", i == 0 ? "| option | |" : "\n| advanced | |");
        }
        fputs("| ", stream);
        if (row->letter) {
            fprintf(stream, "`-%c`, ", row->letter);
        }
        fprintf(stream, "`--%s%s", row->name, row->argument != NULL ? " " : "");
        write_code(stream, row->argument != NULL ? row->argument : "");
        fputs("` | ", stream);
        write_text(stream, row->help);
        fputs(" |\n", stream);
    }
}

static void write_terms(FILE *stream, const char *heading, const struct options_term *terms, unsigned count) {
    fprintf(stream, "\n## %s\n\n| | |\n|---|---|\n", heading);
    for (unsigned i = 0; i < count; i++) {
        fputs("| `", stream);
        write_code(stream, terms[i].term);
        fputs("` | ", stream);
        write_text(stream, terms[i].meaning);
        fputs(" |\n", stream);
    }
}

void options_write_markdown(const struct options_program *program, FILE *stream) {
    fprintf(stream,
            "# Commands and options\n\n`make docs` makes this page of the tables that `%s --help` shows.\n\n",
            program->name);
    write_paragraphs(stream, program->description);
    fputs("\n| command | |\n|---|---|\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, "| [`%s %s`](#%s-%s) | ", program->name, command->name, program->name, command->name);
        write_text(stream, command->summary);
        fputs(" |\n", stream);
    }
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, "\n## %s %s\n\n    %s %s [OPTION]... %s\n\n", program->name, command->name,
                program->name, command->name, command->operands);
        write_paragraphs(stream, command->description);
        fputc('\n', stream);
        write_rows(stream, command);
    }
    fprintf(stream, "\n## Without a command\n\n");
    write_rows(stream, program->self);
    write_terms(stream, "Exit status", program->exit_codes, program->exit_code_count);
    write_terms(stream, "Examples", program->examples, program->example_count);
}
