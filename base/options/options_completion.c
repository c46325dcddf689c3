/* Completion in bash and zsh, from the options tables. */
#include <string.h>

#include "base/options/options.h"
#include "base/options/options_text.h"

/* --- for both shells --- */

/* Writes the words of "one|two[:K]|three", separated by blanks, without the parts in brackets. */
static void write_words(FILE *stream, const char *argument) {
    for (const char *c = argument; *c != '\0'; c += *c == '[' ? strcspn(c, "]") + 1 : 1) {
        if (*c != '[') {
            fputc(*c == '|' ? ' ' : *c, stream);
        }
    }
}

/* Whether the argument of an option is one of several words. */
static int takes_words(const struct option_row *row) {
    return row->argument != NULL && strchr(row->argument, '|') != NULL;
}

static int takes_file(const struct option_row *row) {
    return row->kind == OPTION_TEXT || strncmp(row->argument, "FILE", 4) == 0;
}

/* Whether the operands of a command are words, "one|two|three"; placeholders are in capitals. */
static int has_words(const struct options_command *command) {
    const char *operands = command->operands;
    return operands[0] >= 'a' && operands[0] <= 'z' && strchr(operands, '|') != NULL;
}

/* The endings of an option's files: "aut" of FILE.aut; NULL: any. */
static const char *file_endings(const struct option_row *row) {
    return strncmp(row->argument, "FILE.", 5) == 0 ? row->argument + 5 : NULL;
}

/* --- bash --- */

/* Completes folders, and files with these endings (NULL: all files). */
static void write_bash_files(FILE *stream, const char *endings, const char *indent) {
    fprintf(stream, "%s_heddle_files %s\n%sreturn ;;\n", indent, endings != NULL ? endings : "", indent);
}

static void write_bash_row(FILE *stream, const struct options_command *command,
                           const struct option_row *row) {
    if (row->kind == OPTION_FLAG) {
        return;
    }
    fprintf(stream, "        %s:--%s", command->name, row->name);
    if (row->letter) {
        fprintf(stream, " | %s:-%c", command->name, row->letter);
    }
    if (takes_words(row)) {
        fputs(")\n            words='", stream);
        write_words(stream, row->argument);
        fputs("' ;;\n", stream);
    } else if (takes_file(row)) {
        fputs(")\n", stream);
        write_bash_files(stream, file_endings(row), "            ");
    } else {
        fputs(")\n            return ;;\n", stream);
    }
}

static void write_bash_names(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        fprintf(stream, "%s--%s", i > 0 ? " " : "", options_row(command, i)->name);
    }
}

static void write_command_names(FILE *stream, const struct options_program *program) {
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "%s%s", i > 0 ? " " : "", program->commands[i].options->name);
    }
}

static void write_bash_begin(FILE *stream, const struct options_program *program) {
    fprintf(stream, "# bash completion for %s, made by `%s --completion bash`\n", program->name,
            program->name);
    fputs(
        "_heddle_files() { # endings of files, plain or compressed; none: all files\n"
        "    local IFS=$'\\n' ending\n"
        "    compopt -o filenames 2>/dev/null\n"
        "    if [ $# -eq 0 ]; then\n"
        "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
        "        return\n"
        "    fi\n"
        "    COMPREPLY=($(compgen -d -- \"$word\"; for ending in \"${@/%/.gz}\" \"${@/%/.zst}\" \"$@\"; do\n"
        "        compgen -f -X \"!*.$ending\" -- \"$word\"; done))\n"
        "}\n",
        stream);
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
}

/* Completes after options of the program itself: words, or a command for those that take one. */
static void write_bash_self(FILE *stream, const struct options_program *program) {
    for (unsigned i = 0; i < program->self->options.count; i++) {
        const struct option_row *row = &program->self->options.rows[i];
        fprintf(stream, "        --%s:*)\n            words='", row->name);
        if (takes_words(row)) {
            write_words(stream, row->argument);
        } else {
            write_command_names(stream, program);
        }
        fputs("' ;;\n", stream);
    }
}

static void write_bash_commands(FILE *stream, const struct options_program *program) {
    fputs("        *)\n            case $command in\n                '') words='help ", stream);
    write_command_names(stream, program);
    fputc(' ', stream);
    write_bash_names(stream, program->self);
    fputs("' ;;\n                help) words='", stream);
    write_command_names(stream, program);
    fputs("' ;;\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, "                %s) words='", command->name);
        if (has_words(command)) {
            write_words(stream, command->operands);
            fputc(' ', stream);
        }
        write_bash_names(stream, command);
        fputs("' ;;\n", stream);
    }
    fputs("            esac\n            case $command:$word in\n                :* | *:-* | help:*", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        if (has_words(program->commands[i].options)) {
            fprintf(stream, " | %s:*", program->commands[i].options->name);
        }
    }
}

void options_write_bash(const struct options_program *program, FILE *stream) {
    write_bash_begin(stream, program);
    for (unsigned i = 0; i < program->command_count; i++) {
        for (unsigned row = 0; row < options_row_count(program->commands[i].options); row++) {
            write_bash_row(stream, program->commands[i].options,
                           options_row(program->commands[i].options, row));
        }
    }
    write_bash_self(stream, program);
    write_bash_commands(stream, program);
    fputs(") ;;\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "                %s:*)\n", program->commands[i].options->name);
        write_bash_files(stream, program->commands[i].options->endings, "                    ");
    }
    fprintf(stream,
            "            esac ;;\n"
            "    esac\n"
            "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
            "}\n"
            "complete -F _%s %s\n",
            program->name, program->name);
}

/* --- zsh --- */

static void write_zsh_files(FILE *stream, const char *endings) {
    fputs("_files", stream);
    if (endings != NULL) {
        fputs(" -g \"*.(", stream);
        for (; *endings != '\0'; endings++) {
            fputc(*endings == ' ' ? '|' : *endings, stream);
        }
        fputs(")(|.gz|.zst)\"", stream);
    }
}

/*
 * Writes the beginning of a text, as much as fits into a list of choices, quoted for single quotes, and for
 * _arguments also for brackets and between colons.
 */
static void write_zsh_text(FILE *stream, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if (((*c == ':' || *c == ';') && c[1] == ' ') || (c[0] == ' ' && c[1] == '(')) {
            return;
        }
        if (*c == '\'') {
            fputs("'\\''", stream);
        } else {
            fputs(strchr("\\[]:", *c) != NULL ? "\\" : "", stream);
            fputc(*c, stream);
        }
    }
}

/* An argument of _arguments: '(-o --output)'{-o+,--output=}'[SUMMARY]:FILE:_files' */
static void write_zsh_row(FILE *stream, const struct option_row *row) {
    const char *list = row->kind == OPTION_LIST ? "*" : "";
    int takes = row->kind != OPTION_FLAG;
    fputs(" \\\n                        ", stream);
    if (row->letter != 0 && row->kind != OPTION_LIST) {
        fprintf(stream, "'(-%c --%s)'", row->letter, row->name);
    }
    if (row->letter != 0) {
        fprintf(stream, "%s{-%c%s,--%s%s}'[", *list != '\0' ? "'*'" : "", row->letter, takes ? "+" : "",
                row->name, takes ? "=" : "");
    } else {
        fprintf(stream, "'%s--%s%s[", list, row->name, takes ? "=" : "");
    }
    write_zsh_text(stream, row->help);
    fputc(']', stream);
    if (takes) {
        fputc(':', stream);
        write_zsh_text(stream, row->argument);
        fputc(':', stream);
    }
    if (takes && takes_words(row)) {
        fputc('(', stream);
        write_words(stream, row->argument);
        fputc(')', stream);
    } else if (takes) {
        takes_file(row) ? write_zsh_files(stream, file_endings(row)) : (void)fputc(' ', stream);
    }
    fputc('\'', stream);
}

static void write_zsh_command(FILE *stream, const struct options_command *command) {
    fprintf(stream, "                %s)\n                    _arguments -s", command->name);
    for (unsigned i = 0; i < options_row_count(command); i++) {
        write_zsh_row(stream, options_row(command, i));
    }
    fputs(" \\\n                        '*:", stream);
    if (has_words(command)) {
        fputs("what to run:(", stream);
        write_words(stream, command->operands);
        fputs(")", stream);
    } else {
        write_zsh_text(stream, command->operands);
        fputc(':', stream);
        write_zsh_files(stream, command->endings);
    }
    fputs("'\n                    ;;\n", stream);
}

void options_write_zsh(const struct options_program *program, FILE *stream) {
    fprintf(stream,
            "#compdef %s\n# zsh completion for %s, made by `%s --completion zsh`\n"
            "_%s() {\n"
            "    local curcontext=$curcontext state line\n"
            "    local -a commands=(\n",
            program->name, program->name, program->name, program->name);
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "        '%s:", program->commands[i].options->name);
        write_zsh_text(stream, program->commands[i].options->summary);
        fputs("'\n", stream);
    }
    fputs("        'help:show the help of a command'\n    )\n    _arguments -C", stream);
    for (unsigned i = 0; i < options_row_count(program->self); i++) {
        write_zsh_row(stream, options_row(program->self, i));
    }
    fputs(" \\\n                        '1: :->command' '*:: :->arguments' && return\n"
          "    case $state in\n"
          "        command) _describe -t commands command commands ;;\n"
          "        arguments)\n"
          "            case $words[1] in\n",
          stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        write_zsh_command(stream, program->commands[i].options);
    }
    fprintf(stream,
            "                help) _describe -t commands command commands ;;\n"
            "            esac ;;\n"
            "    esac\n"
            "}\n"
            "if [ \"$funcstack[1]\" = _%s ]; then\n"
            "    _%s \"$@\"\n"
            "else\n"
            "    compdef _%s %s\n"
            "fi\n",
            program->name, program->name, program->name, program->name);
}
