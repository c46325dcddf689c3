/* Completion in fish, from the options tables. */
#include <string.h>

#include "base/options/options_completion.h"

/* Conditions, files of some kinds, the network on the line, its labels. Tokens that fish returns with -o are
 * unescaped; fish itself compares what is offered with what was typed, and escapes it. */
/* clang-format off */
static const char functions[] =
    "function __heddle_at # whether the line's command is one of these; without arguments: whether it has none yet\n"
    "    set -l words (commandline -opc)\n"
    "    if test (count $argv) -eq 0\n"
    "        test (count $words) -le 1\n"
    "    else\n"
    "        test (count $words) -gt 1; and contains -- $words[2] $argv\n"
    "    end\n"
    "end\n"
    "function __heddle_typed # the word at the cursor, without the name of an option\n"
    "    set -l typed (commandline -ot)\n"
    "    string replace -r -- '^--[a-z-]+=' '' \"$typed\"\n"
    "end\n"
    "function __heddle_files # folders, and files with these endings, plain or compressed\n"
    "    set -l typed (__heddle_typed)\n"
    "    set -l endings (string join '|' -- (string escape --style=regex -- $argv))\n"
    "    complete -C \"__fish_command_without_completions \"(string escape -- \"$typed\") |\n"
    "        string replace -r '\\t.*' '' | string match -r -- \".*(?:/|\\\\.(?:$endings)(?:\\\\.gz|\\\\.zst)?)\\$\"\n"
    "end\n"
    "function __heddle_network # the network on the line: a file that is no option's argument\n"
    "    set -l words (commandline -op)\n"
    "    set -l taking\n"
    "    set -l network\n"
    "    switch \"$words[2]\"\n";
static const char label_functions[] =
    "    end\n"
    "    for i in (seq 3 (count $words))\n"
    "        set -l word (string replace -r -- '^~/' \"$HOME/\" $words[$i])\n"
    "        if string match -qr -- '\\.(exp|aut)(\\.gz|\\.zst)?$' $word; and test -f $word; \\\n"
    "                and not contains -- $words[(math $i - 1)] $taking\n"
    "            set network $word\n"
    "        end\n"
    "    end\n"
    "    string collect -- $network\n"
    "end\n"
    "function __heddle_labels # one label, several with commas, or a formula that ends in one\n"
    "    set -l network (__heddle_network)\n"
    "    test -n \"$network\"; or return\n"
    "    set -l words (commandline -op)\n"
    "    set -l typed (__heddle_typed)\n"
    "    set -l head ''\n"
    "    set -l tail ''\n"
    "    set -l wanted '.*'\n"
    "    if test $argv[1] = labels\n"
    "        set head (string replace -r '[^,]*$' '' -- \"$typed\")\n"
    "        set wanted '[^,\\'\"]*'\n"
    "    else if test $argv[1] = formula\n"
    "        if test (math (string replace -ra '[^\"]' '' -- \"$typed\" | string length)' % 2') -eq 1\n"
    "            set head (string replace -r '[^\"]*$' '' -- \"$typed\")\n"
    "            set tail '\"'\n"
    "            set wanted '[^\\'\"]*'\n"
    "        else\n"
    "            set head (string replace -r '[A-Za-z0-9_]*$' '' -- \"$typed\")\n"
    "            set wanted '[A-Za-z0-9_]*'\n"
    "        end\n"
    "    end\n"
    "    for label in ($words[1] info --labels-only --timeout 2 -- $network 2>/dev/null | string match -r -- \"^$wanted\\$\")\n"
    "        printf '%s%s%s\\n' $head $label $tail\n"
    "    end\n"
    "end\n";
/* clang-format on */

/* Writes ` -d 'TEXT'` with the beginning of a help text. */
static void write_description(FILE *stream, const char *text) {
    const char *end = text + completion_summary_length(text);
    fputs(" -d '", stream);
    for (; text < end; text++) {
        fputs(*text == '\'' || *text == '\\' ? "\\" : "", stream);
        fputc(*text, stream);
    }
    fputc('\'', stream);
}

/* Files with these endings (NULL: all files). */
static void write_files(FILE *stream, const char *endings) {
    if (endings == NULL) {
        fputs(" -F", stream);
    } else {
        fprintf(stream, " -a '(__heddle_files %s)'", endings);
    }
}

/* Writes what the argument of an option may be. */
static void write_argument(FILE *stream, const struct options_command *command,
                           const struct option_row *row) {
    const struct option_argument *argument = completion_argument(command, row);
    fputs(" -r", stream);
    if (completion_label_mode(argument) != NULL) {
        fprintf(stream, " -f -a '(__heddle_labels %s)'", completion_label_mode(argument));
    } else if (completion_takes_words(row)) {
        fputs(" -f -a '", stream);
        completion_write_words(stream, row->argument);
        fputc('\'', stream);
    } else if (completion_takes_file(row)) {
        const char *endings = completion_endings(argument, row);
        fputs(endings != NULL ? " -f" : "", stream);
        write_files(stream, endings);
    } else {
        fputs(" -f", stream);
    }
}

/* Begins a condition, which the caller ends with a quote. */
static void begin_condition(FILE *stream, const struct options_program *program, const char *at) {
    fprintf(stream, "complete -c %s -n '__heddle_at%s%s", program->name, *at == '\0' ? "" : " ", at);
}

static void begin_completion(FILE *stream, const struct options_program *program, const char *at) {
    begin_condition(stream, program, at);
    fputc('\'', stream);
}

/* Begins the completion of an option, which is not offered beside options that exclude it. */
static void begin_row(FILE *stream, const struct options_program *program,
                      const struct options_command *command, const struct option_row *row) {
    const char *between = "; and not __fish_contains_opt";
    begin_condition(stream, program, command->name);
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *other = options_row(command, i);
        if (options_exclude(command, row, other)) {
            fputs(between, stream);
            between = "";
            fprintf(stream, other->letter != 0 ? " -s %c" : "", other->letter);
            fprintf(stream, " %s", other->name);
        }
    }
    fputc('\'', stream);
}

/* The options of a command; the name of the program's own is empty. */
static void write_rows(FILE *stream, const struct options_program *program,
                       const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        begin_row(stream, program, command, row);
        if (row->letter != 0) {
            fprintf(stream, " -s %c", row->letter);
        }
        fprintf(stream, " -l %s", row->name);
        if (row->kind != OPTION_FLAG) {
            write_argument(stream, command, row);
        }
        write_description(stream, row->help);
        fputc('\n', stream);
    }
}

static void write_operands(FILE *stream, const struct options_program *program,
                           const struct options_command *command) {
    begin_completion(stream, program, command->name);
    if (completion_has_words(command)) {
        fputs(" -a '", stream);
        completion_write_words(stream, command->operands);
        fputs("'", stream);
    } else {
        write_files(stream, command->endings);
    }
    fputc('\n', stream);
}

/* Commands: in the first place, after `help`, and after the program's own options. */
static void write_commands(FILE *stream, const struct options_program *program) {
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        begin_completion(stream, program, "");
        fprintf(stream, " -a %s", command->name);
        write_description(stream, command->summary);
        fputc('\n', stream);
    }
    begin_completion(stream, program, "");
    fputs(" -a help -d 'show the help of a command'\n", stream);
    begin_completion(stream, program, "help");
    fputs(" -a '", stream);
    completion_write_commands(stream, program);
    fputs("'\n", stream);
    for (unsigned i = 0; i < program->self->options.count; i++) {
        const struct option_row *row = &program->self->options.rows[i];
        fprintf(stream, "complete -c %s -n '__heddle_at --%s' -a '", program->name, row->name);
        if (completion_takes_words(row)) {
            completion_write_words(stream, row->argument);
        } else {
            completion_write_commands(stream, program);
        }
        fputs("'\n", stream);
    }
}

void options_write_fish(const struct options_program *program, FILE *stream) {
    fprintf(stream, "# fish completion for %s, made by `%s --completion fish`\n%s", program->name,
            program->name, functions);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        if (command->arguments != NULL) {
            fprintf(stream, "        case %s\n            set taking ", command->name);
            completion_write_taking(stream, command);
            fputc('\n', stream);
        }
    }
    fprintf(stream, "%scomplete -c %s -e\ncomplete -c %s -f\n", label_functions, program->name,
            program->name);
    write_commands(stream, program);
    write_rows(stream, program, program->self);
    for (unsigned i = 0; i < program->command_count; i++) {
        write_rows(stream, program, program->commands[i].options);
        write_operands(stream, program, program->commands[i].options);
    }
}
