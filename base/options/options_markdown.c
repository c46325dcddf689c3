/* All commands and options as a page in Markdown, from the options tables. */
#include "base/options/options_text.h"

#include <string.h>

#include "base/options/options.h"

#define WIDTH 120

/* Writes text with Markdown's special characters escaped; code between backticks stays unchanged. */
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

static void write_paragraphs(FILE *stream, const char *text) {
    options_wrap(stream, text, &(struct options_layout){WIDTH, 0, write_plain});
}

/* Writes a table cell; there, a bar ends the cell even within code. */
static void write_code(FILE *stream, const char *text) {
    for (; *text != '\0'; text++) {
        if (*text == '|') {
            fputc('\\', stream);
        }
        fputc(*text, stream);
    }
}

static int has_row(const struct options_command *command, const struct option_row *row) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *other = options_row(command, i);
        if (strcmp(other->name, row->name) == 0 && strcmp(other->help, row->help) == 0) {
            return 1;
        }
    }
    return 0;
}

/* An option that is the same in several commands, or in all, is listed once, as a common option. */
enum sharing { OF_ONE, OF_SEVERAL, OF_ALL };

static enum sharing sharing_of(const struct options_program *program, const struct option_row *row) {
    unsigned commands = 0;
    for (unsigned i = 0; i < program->command_count; i++) {
        commands += (unsigned)has_row(program->commands[i].options, row);
    }
    return commands < 2 ? OF_ONE : commands == program->command_count ? OF_ALL : OF_SEVERAL;
}

static void write_row(FILE *stream, const struct option_row *row) {
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

/* Writes the heading and the rows of a command from `begin` to `end` that it alone has. */
static void write_part(FILE *stream, const struct options_program *program,
                       const struct options_command *command, unsigned begin, unsigned end,
                       const char *heading) {
    for (unsigned i = begin; i < end; i++) {
        if (sharing_of(program, options_row(command, i)) == OF_ONE) {
            fputs(heading, stream);
            heading = "";
            write_row(stream, options_row(command, i));
        }
    }
}

static void write_rows(FILE *stream, const struct options_program *program,
                       const struct options_command *command) {
    write_part(stream, program, command, 0, options_advanced(command), "| option | |\n|---|---|\n");
    write_part(stream, program, command, options_advanced(command), options_row_count(command),
               "\n| advanced | |\n|---|---|\n");
    fputs("\n[Common options](#common-options): those of all commands", stream);
    for (unsigned i = 0; i < options_row_count(command); i++) {
        if (sharing_of(program, options_row(command, i)) == OF_SEVERAL) {
            fprintf(stream, ", `--%s`", options_row(command, i)->name);
        }
    }
    fputs(".\n", stream);
}

static void write_list(FILE *stream, const struct options_command *command) {
    struct options_term term;
    if (command->term != NULL) {
        fprintf(stream, "| %s | |\n|---|---|\n", command->term_heading);
    }
    for (unsigned i = 0; command->term != NULL && command->term(i, &term); i++) {
        fputs("| `", stream);
        write_code(stream, term.term);
        fputs("` | ", stream);
        write_text(stream, term.meaning);
        fputs(" |\n", stream);
    }
    fputs(command->term != NULL ? "\n" : "", stream);
}

/* "`--plan` only with `--compose`; ..", without what each option does: its row says that. */
static void write_rules(FILE *stream, const struct option_rule *rule) {
    const char *between = "\n";
    for (; rule != NULL && rule->option != NULL; rule++) {
        char text[OPTIONS_RULE_TEXT];
        options_rule_names(rule, "`", text, sizeof text);
        fprintf(stream, "%s`--%s` %s", between, rule->option, text);
        between = ";\n";
    }
    fputs(*between == ';' ? ".\n" : "", stream);
}

/* Whether `command` is the first one that has the row. */
static int is_first(const struct options_program *program, unsigned command, const struct option_row *row) {
    unsigned earlier = 0;
    while (earlier < command && !has_row(program->commands[earlier].options, row)) {
        earlier++;
    }
    return earlier == command;
}

/* Writes a table of the common options with this sharing that are advanced, or those that are not, in the
 * order of the first command that has each. */
static void write_common(FILE *stream, const struct options_program *program, enum sharing sharing,
                         int advanced, const char *heading) {
    fprintf(stream, "\n| %s | |\n|---|---|\n", heading);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        unsigned begin = advanced ? options_advanced(command) : 0;
        unsigned end = advanced ? options_row_count(command) : options_advanced(command);
        for (unsigned k = begin; k < end; k++) {
            const struct option_row *row = options_row(command, k);
            if (sharing_of(program, row) == sharing && is_first(program, i, row)) {
                write_row(stream, row);
            }
        }
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
    fprintf(
        stream,
        "# Commands and options\n\n`make docs` makes this page from the tables that `%s --help` shows.\n\n",
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
        write_list(stream, command);
        write_rows(stream, program, command);
        write_rules(stream, command->rules);
    }
    fputs("\n## Common options\n", stream);
    write_common(stream, program, OF_ALL, 0, "of all commands");
    write_common(stream, program, OF_SEVERAL, 0, "of several commands");
    write_common(stream, program, OF_SEVERAL, 1, "advanced");
    fprintf(stream, "\n## Without a command\n\n");
    write_part(stream, program, program->self, 0, options_row_count(program->self),
               "| option | |\n|---|---|\n");
    write_terms(stream, "Exit status", program->exit_codes, program->exit_code_count);
}
