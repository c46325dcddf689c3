/* Help, manual page (roff, section 1) and bash completion, all from the options tables. */
#include "base/options_text.h"

#include <string.h>

#include "base/options.h"

#define WIDTH 80
#define INDENT 28

/* Breaks `text` into lines that begin in column `indent`, the first being at `column` already. */
static void write_wrapped(FILE *stream, const char *text, unsigned column, unsigned indent) {
    int first = 1;
    while (*text != '\0') {
        unsigned length = (unsigned)strcspn(text, " \n");
        if (!first && column + 1 + length > WIDTH) {
            fprintf(stream, "\n%*s", (int)indent, "");
            column = indent;
            first = 1;
        }
        fprintf(stream, "%s%.*s", first ? "" : " ", (int)length, text);
        column += length + (first ? 0 : 1);
        first = 0;
        text += length;
        if (text[0] == '\n' && text[1] == '\n') {
            fprintf(stream, "\n\n%*s", (int)indent, "");
            column = indent;
            first = 1;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', stream);
}

static void write_term(FILE *stream, const char *term, const char *meaning) {
    unsigned column = (unsigned)strlen(term) + 2;
    fprintf(stream, "  %s", term);
    if (column + 2 > INDENT) {
        fprintf(stream, "\n%*s", INDENT, "");
    } else {
        fprintf(stream, "%*s", (int)(INDENT - column), "");
    }
    write_wrapped(stream, meaning, INDENT, INDENT);
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

void options_write_help(const struct options_program *program, const struct options_command *command,
                        FILE *stream) {
    fprintf(stream, "usage: %s %s [OPTION]... %s\n\n", program->name, command->name, command->operands);
    write_wrapped(stream, command->description, 0, 0);
    fprintf(stream, "\nOptions:\n");
    for (unsigned i = 0; i < options_row_count(command); i++) {
        write_row(stream, options_row(command, i));
    }
}

void options_write_overview(const struct options_program *program, FILE *stream) {
    fprintf(stream, "usage: %s COMMAND [OPTION]... ARGUMENT...\n\n", program->name);
    write_wrapped(stream, program->description, 0, 0);
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

/* Text for roff: backslashes and dashes escaped, no line that begins like a request, paragraphs apart. */
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

static void write_roff_rows(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
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

static void write_roff_terms(FILE *stream, const struct options_term *terms, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        fputs(".TP\n.B ", stream);
        write_roff(stream, terms[i].term);
        write_roff(stream, terms[i].meaning);
    }
}

void options_write_manual(const struct options_program *program, FILE *stream) {
    fputs(".TH ", stream);
    for (const char *c = program->name; *c != '\0'; c++) {
        fputc(*c >= 'a' && *c <= 'z' ? *c - 32 : *c, stream);
    }
    fprintf(stream, " 1 \"\" \"%s %s\" \"User Commands\"\n.SH NAME\n%s \\- ", program->name, program->version,
            program->name);
    write_roff(stream, program->summary);
    fputs(".SH SYNOPSIS\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, "%s\\fB%s %s\\fR [\\fIOPTION\\fR]... \\fI%s\\fR\n", i > 0 ? ".br\n" : "",
                program->name, command->name, command->operands);
    }
    fputs(".SH DESCRIPTION\n", stream);
    write_roff(stream, program->description);
    fputs(".SH COMMANDS\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, ".SS %s %s %s\n", program->name, command->name, command->operands);
        write_roff(stream, command->description);
        write_roff_rows(stream, command);
    }
    fputs(".SH OPTIONS WITHOUT A COMMAND\n", stream);
    write_roff_rows(stream, program->self);
    fputs(".SH EXIT STATUS\n", stream);
    write_roff_terms(stream, program->exit_codes, program->exit_code_count);
    fputs(".SH EXAMPLES\n", stream);
    write_roff_terms(stream, program->examples, program->example_count);
}

/* What bash is to offer after `row`: an action for compgen, or nothing. */
static void write_completion_row(FILE *stream, const struct options_command *command,
                                 const struct option_row *row) {
    if (row->kind == OPTION_FLAG) {
        return;
    }
    fprintf(stream, "        %s:--%s", command->name, row->name);
    if (row->letter) {
        fprintf(stream, " | %s:-%c", command->name, row->letter);
    }
    if (strchr(row->argument, '|') != NULL) { /* words; a part in brackets may follow one */
        fputs(")\n            words='", stream);
        for (const char *c = row->argument; *c != '\0'; c += *c == '[' ? strcspn(c, "]") + 1 : 1) {
            if (*c != '[') {
                fputc(*c == '|' ? ' ' : *c, stream);
            }
        }
        fputs("' ;;\n", stream);
    } else if (row->kind == OPTION_TEXT || strncmp(row->argument, "FILE", 4) == 0) {
        fputs(")\n            COMPREPLY=($(compgen -f -- \"$word\"))\n            return ;;\n", stream);
    } else {
        fputs(")\n            return ;;\n", stream);
    }
}

static void write_completion_words(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        fprintf(stream, "%s--%s", i > 0 ? " " : "", options_row(command, i)->name);
    }
}

void options_write_completion(const struct options_program *program, FILE *stream) {
    fprintf(stream, "# bash completion for %s, made by `%s --completion bash`\n", program->name,
            program->name);
    fprintf(
        stream,
        "_%s() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' words=''\n"
        "    [ \"$COMP_CWORD\" -eq 1 ] || command=${COMP_WORDS[1]}\n"
        "    # bash takes \"--name=value\" apart at the sign\n"
        "    if [ \"$word\" = = ]; then\n"
        "        word=''\n"
        "    elif [ \"$before\" = = ]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "    fi\n"
        "    case $command:$before in\n",
        program->name);
    for (unsigned i = 0; i < program->command_count; i++) {
        for (unsigned row = 0; row < program->commands[i].options->row_count; row++) {
            write_completion_row(stream, program->commands[i].options,
                                 &program->commands[i].options->rows[row]);
        }
    }
    fputs("        *)\n            case $command in\n                '') words='", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "%s ", program->commands[i].options->name);
    }
    write_completion_words(stream, program->self);
    fputs("' ;;\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "                %s) words='", program->commands[i].options->name);
        write_completion_words(stream, program->commands[i].options);
        fputs("' ;;\n", stream);
    }
    fprintf(stream,
            "            esac\n"
            "            case $command:$word in\n"
            "                :* | *:-*) ;;\n"
            "                *)\n"
            "                    compopt -o filenames\n"
            "                    COMPREPLY=($(compgen -f -- \"$word\"))\n"
            "                    return ;;\n"
            "            esac ;;\n"
            "    esac\n"
            "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
            "}\n"
            "complete -F _%s %s\n",
            program->name, program->name);
}
