/*
 * Manual pages (roff, section 1), from the options tables: one of the whole program, and one for each
 * command.
 */
#include <ctype.h>
#include <string.h>

#include "base/options/options.h"
#include "base/options/options_text.h"

/*
 * Writes text for roff: backslashes and dashes escaped, no line that begins like a request, paragraphs
 * separated.
 */
static void write_roff_text(FILE *stream, const char *text) {
    int line_start = 1;
    for (; *text != '\0'; text++) {
        if (text[0] == '\n' && text[1] == '\n') {
            fputs("\n.PP\n", stream);
            text += strspn(text, "\n") - 1;
            line_start = 1;
            continue;
        }
        if (line_start && (*text == '.' || *text == '\'')) {
            fputs("\\&", stream);
        }
        line_start = *text == '\n';
        switch (*text) {
        case '\\':
            fputs("\\e", stream);
            break;
        case '-':
            fputs("\\-", stream);
            break;
        default:
            fputc(*text, stream);
        }
    }
}

static void write_roff(FILE *stream, const char *text) {
    write_roff_text(stream, text);
    fputc('\n', stream);
}

/* advanced: the request that begins the section of advanced options. */
static void write_roff_rows(FILE *stream, const struct options_command *command, const char *advanced) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        fputs(i == options_advanced(command) ? advanced : "", stream);
        fputs(".TP\n", stream);
        if (row->letter) {
            fprintf(stream, "\\fB\\-%c\\fR, ", row->letter);
        }
        fputs("\\fB\\-\\-", stream);
        write_roff_text(stream, row->name);
        fputs("\\fR", stream);
        if (row->argument != NULL) {
            fputs(" \\fI", stream);
            write_roff_text(stream, row->argument);
            fputs("\\fR", stream);
        }
        fputc('\n', stream);
        write_roff(stream, row->help);
    }
}

/* heading: the request that begins the section. */
static void write_roff_rules(FILE *stream, const struct options_command *command, const char *heading) {
    const struct option_rule *rule = command->rules;
    fputs(rule == NULL ? "" : heading, stream);
    for (; rule != NULL && rule->option != NULL; rule++) {
        char text[OPTIONS_RULE_TEXT];
        options_rule_text(rule, text, sizeof text);
        fputs(".TP\n\\fB\\-\\-", stream);
        write_roff_text(stream, rule->option);
        fputs("\\fR\n", stream);
        write_roff(stream, text);
    }
}

static void write_roff_terms(FILE *stream, const struct options_term *terms, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        fputs(".TP\n\\fB", stream);
        write_roff_text(stream, terms[i].term);
        fputs("\\fR\n", stream);
        write_roff(stream, terms[i].meaning);
    }
}

/* begin: the request before the heading of the command's list. */
static void write_roff_list(FILE *stream, const struct options_command *command, const char *begin) {
    struct options_term term;
    if (command->term != NULL) {
        fprintf(stream, "%s%s:\n", begin, command->term_heading);
    }
    for (unsigned i = 0; command->term != NULL && command->term(i, &term); i++) {
        write_roff_terms(stream, &term, 1);
    }
}

/* command: NULL for the program's own page. */
static void write_roff_title(FILE *stream, const struct options_program *program,
                             const struct options_command *command) {
    char title[128];
    snprintf(title, sizeof title, "%s%s%s", program->name, command != NULL ? "-" : "",
             command != NULL ? command->name : "");
    for (char *c = title; *c != '\0'; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    fputs(".TH ", stream);
    write_roff_text(stream, title);
    fprintf(stream, " 1 \"\" \"%s %s\" \"User Commands\"\n.SH NAME\n%s", program->name, program->version,
            program->name);
    if (command != NULL) {
        fprintf(stream, "\\-%s", command->name);
    }
    fputs(" \\- ", stream);
    write_roff(stream, command != NULL ? command->summary : program->summary);
}

static void write_roff_synopsis(FILE *stream, const struct options_program *program,
                                const struct options_command *command) {
    fprintf(stream, "\\fB%s %s\\fR [\\fIOPTION\\fR]... \\fI", program->name, command->name);
    write_roff_text(stream, command->operands);
    fputs("\\fR\n", stream);
}

/* Names the other pages: those of all commands, or that of the program. */
static void write_roff_others(FILE *stream, const struct options_program *program,
                              const struct options_command *command) {
    const char *between = "";
    fputs(".SH SEE ALSO\n", stream);
    if (command != NULL) {
        fprintf(stream, "\\fB%s\\fR(1)", program->name);
        between = ",\n";
    }
    for (unsigned i = 0; i < program->command_count; i++) {
        if (program->commands[i].options != command) {
            fprintf(stream, "%s\\fB%s\\-%s\\fR(1)", between, program->name,
                    program->commands[i].options->name);
            between = ",\n";
        }
    }
    fputc('\n', stream);
}

void options_write_manual(const struct options_program *program, FILE *stream) {
    write_roff_title(stream, program, NULL);
    fputs(".SH SYNOPSIS\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        fputs(i > 0 ? ".br\n" : "", stream);
        write_roff_synopsis(stream, program, program->commands[i].options);
    }
    fputs(".SH DESCRIPTION\n", stream);
    write_roff(stream, program->description);
    fputs(".SH COMMANDS\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, ".SS %s %s ", program->name, command->name);
        write_roff(stream, command->operands);
        write_roff(stream, command->description);
        write_roff_list(stream, command, ".PP\n");
        write_roff_rows(stream, command, ".PP\nAdvanced options:\n");
        write_roff_rules(stream, command, ".PP\nOptions that exclude or need others:\n");
    }
    fputs(".SH OPTIONS WITHOUT A COMMAND\n", stream);
    write_roff_rows(stream, program->self, "");
    fputs(".SH EXIT STATUS\n", stream);
    write_roff_terms(stream, program->exit_codes, program->exit_code_count);
    fputs(".SH EXAMPLES\n", stream);
    write_roff_terms(stream, program->examples, program->example_count);
    write_roff_others(stream, program, NULL);
}

/* Whether an example begins with "PROGRAM COMMAND". */
static int is_example_of(const struct options_program *program, const struct options_command *command,
                         const struct options_term *example) {
    size_t first = strlen(program->name), second = strlen(command->name);
    return strncmp(example->term, program->name, first) == 0 && example->term[first] == ' ' &&
           strncmp(example->term + first + 1, command->name, second) == 0 &&
           example->term[first + 1 + second] == ' ';
}

void options_write_command_manual(const struct options_program *program,
                                  const struct options_command *command, FILE *stream) {
    int examples = 0;
    write_roff_title(stream, program, command);
    fputs(".SH SYNOPSIS\n", stream);
    write_roff_synopsis(stream, program, command);
    fputs(".SH DESCRIPTION\n", stream);
    write_roff(stream, command->description);
    write_roff_list(stream, command, ".PP\n");
    fputs(".SH OPTIONS\n", stream);
    write_roff_rows(stream, command, ".SH ADVANCED\n");
    write_roff_rules(stream, command, ".SH OPTIONS THAT EXCLUDE OR NEED OTHERS\n");
    fputs(".SH EXIT STATUS\n", stream);
    write_roff_terms(stream, program->exit_codes, program->exit_code_count);
    for (unsigned i = 0; i < program->example_count; i++) {
        if (is_example_of(program, command, &program->examples[i])) {
            fputs(examples++ == 0 ? ".SH EXAMPLES\n" : "", stream);
            write_roff_terms(stream, &program->examples[i], 1);
        }
    }
    write_roff_others(stream, program, command);
}
