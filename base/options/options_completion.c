/* Completion in bash and zsh, from the options tables. */
#include <string.h>

#include "base/options/options.h"
#include "base/options/options_completion.h"
#include "base/options/options_text.h"

/* --- for all shells --- */

void completion_write_words(FILE *stream, const char *argument) {
    for (const char *c = argument; *c != '\0'; c += *c == '[' ? strcspn(c, "]") + 1 : 1) {
        if (*c != '[') {
            fputc(*c == '|' ? ' ' : *c, stream);
        }
    }
}

void completion_write_commands(FILE *stream, const struct options_program *program) {
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "%s%s", i > 0 ? " " : "", program->commands[i].options->name);
    }
}

void completion_write_taking(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *row = options_row(command, i);
        if (row->kind != OPTION_FLAG) {
            fprintf(stream, "--%s ", row->name);
            if (row->letter) {
                fprintf(stream, "-%c ", row->letter);
            }
        }
    }
}

int completion_takes_words(const struct option_row *row) {
    return row->argument != NULL && strchr(row->argument, '|') != NULL;
}

int completion_takes_file(const struct option_row *row) {
    return row->kind == OPTION_TEXT || strncmp(row->argument, "FILE", 4) == 0;
}

int completion_has_words(const struct options_command *command) {
    const char *operands = command->operands;
    return operands[0] >= 'a' && operands[0] <= 'z' && strchr(operands, '|') != NULL;
}

const struct option_argument *completion_argument(const struct options_command *command,
                                                  const struct option_row *row) {
    const struct option_argument *argument = command->arguments;
    while (argument != NULL && argument->option != NULL && strcmp(argument->option, row->name) != 0) {
        argument++;
    }
    return argument == NULL || argument->option == NULL ? NULL : argument;
}

const char *completion_label_mode(const struct option_argument *argument) {
    static const char *const modes[] = {[COMPLETION_FILES] = NULL,
                                        [COMPLETION_LABEL] = "label",
                                        [COMPLETION_LABELS] = "labels",
                                        [COMPLETION_FORMULA] = "formula"};
    return argument == NULL ? NULL : modes[argument->completion];
}

const char *completion_endings(const struct option_argument *argument, const struct option_row *row) {
    return argument != NULL && argument->endings != NULL ? argument->endings
           : strncmp(row->argument, "FILE.", 5) == 0     ? row->argument + 5
                                                         : NULL;
}

size_t completion_summary_length(const char *text) {
    size_t length = 0;
    while (text[length] != '\0' && !(strchr(":;", text[length]) != NULL && text[length + 1] == ' ') &&
           strncmp(text + length, " (", 2) != 0) {
        length++;
    }
    return length;
}

/* --- bash --- */

/* Completes folders, and files with these endings (NULL: all files). */
static void write_bash_files(FILE *stream, const char *endings, const char *indent) {
    fprintf(stream, "%s_heddle_files %s\n%sreturn ;;\n", indent, endings != NULL ? endings : "", indent);
}

static void write_bash_row(FILE *stream, const struct options_command *command,
                           const struct option_row *row) {
    const struct option_argument *argument = completion_argument(command, row);
    if (row->kind == OPTION_FLAG) {
        return;
    }
    fprintf(stream, "        %s:--%s", command->name, row->name);
    if (row->letter) {
        fprintf(stream, " | %s:-%c", command->name, row->letter);
    }
    fputs(")\n", stream);
    if (completion_label_mode(argument) != NULL) {
        fprintf(stream, "            _heddle_labels %s\n            return ;;\n",
                completion_label_mode(argument));
    } else if (completion_takes_words(row)) {
        fputs("            words='", stream);
        completion_write_words(stream, row->argument);
        fputs("' ;;\n", stream);
    } else if (completion_takes_file(row)) {
        write_bash_files(stream, completion_endings(argument, row), "            ");
    } else {
        fputs("            return ;;\n", stream);
    }
}

static void write_bash_names(FILE *stream, const struct options_command *command) {
    for (unsigned i = 0; i < options_row_count(command); i++) {
        fprintf(stream, "%s--%s", i > 0 ? " " : "", options_row(command, i)->name);
    }
}

/* The network on the line and its labels. Labels have any characters: nothing here expands them. */
/* clang-format off */
static const char bash_labels[] =
    "_heddle_network() { # sets `network` to the network on the line: a file that is no option's argument\n"
    "    local i word before taking=''\n"
    "    network=''\n"
    "    case $command in\n";
static const char bash_label_words[] =
    "    esac\n"
    "    for ((i = 2; i < ${#COMP_WORDS[@]}; i++)); do\n"
    "        word=${COMP_WORDS[i]} before=${COMP_WORDS[i-1]}\n"
    "        case $word in\n"
    "            \\\"*\\\" | \\'*\\') word=${word:1:${#word}-2} ;;\n"
    "            *) word=${word//\\\\/} word=${word/#\\~\\//$HOME/} ;;\n"
    "        esac\n"
    "        case $word in\n"
    "            *.exp | *.aut | *.exp.gz | *.aut.gz | *.exp.zst | *.aut.zst)\n"
    "                [[ $i -eq $COMP_CWORD || $before = = || $taking = *\" $before \"* || ! -f $word ]] || network=$word ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "_heddle_labels() { # one label, several with commas, or a formula that ends in one\n"
    "    local mode=$1 network label quote='' typed=$word head='' tail='' IFS=$' \\t\\n'\n"
    "    local -a labels\n"
    "    _heddle_network\n"
    "    [ -n \"$network\" ] || return\n"
    "    case $word in\n"
    "        \\\"*) quote='\"' typed=${word#?} typed=${typed//\\\\/} ;;\n"
    "        \\'*) quote=\"'\" typed=${word#?} ;;\n"
    "        *) typed=${word//\\\\/} ;;\n"
    "    esac\n"
    "    if [ \"$mode\" = labels ]; then\n"
    "        head=${typed%\"${typed##*,}\"} typed=${typed##*,}\n"
    "    elif [ \"$mode\" = formula ]; then\n"
    "        compopt -o nospace 2>/dev/null\n"
    "        label=${typed//[!\\\"]/}\n"
    "        if ((${#label} % 2)); then\n"
    "            head=${typed%\"${typed##*\\\"}\"} typed=${typed##*\\\"} tail='\"'\n"
    "        else\n"
    "            head=${typed%\"${typed##*[!A-Za-z0-9_]}\"} typed=${typed##*[!A-Za-z0-9_]}\n"
    "        fi\n"
    "    fi\n"
    "    mapfile -t -n 5000 labels < <(\"${COMP_WORDS[0]/#\\~\\//$HOME/}\" info --labels-only --timeout 2 -- \"$network\" 2>/dev/null |\n"
    "        HEDDLE_TYPED=$typed LC_ALL=C awk 'index($0, ENVIRON[\"HEDDLE_TYPED\"]) == 1')\n"
    "    for label in \"${labels[@]}\"; do\n"
    "        [[ $label = \"$typed\"* ]] || continue\n"
    "        case $mode:$tail in\n"
    "            labels:) [[ $label != *[,\\'\\\"]* ]] || continue ;;\n"
    "            formula:) [[ $label != *[!A-Za-z0-9_]* ]] || continue ;;\n"
    "            formula:*) [[ $label != *[\\'\\\"]* ]] || continue ;;\n"
    "        esac\n"
    "        label=$head$label$tail\n"
    "        case $quote in\n"
    "            \\\") label=${label//\\\\/\\\\\\\\} label=${label//\\\"/\\\\\\\"} label=${label//\\$/\\\\\\$} label=${label//\\`/\\\\\\`} label=${label//!/\\\"\\'!\\'\\\"} ;;\n"
    "            \\') [[ $label != *\\'* ]] || continue ;;\n"
    "            *) printf -v label %q \"$label\" ;;\n"
    "        esac\n"
    "        COMPREPLY+=(\"$label\")\n"
    "    done\n"
    "}\n";
/* clang-format on */

static void write_bash_begin(FILE *stream, const struct options_program *program) {
    fprintf(stream, "# bash completion for %s, made by `%s --completion bash`\n", program->name,
            program->name);
    fputs(
        "_heddle_drop() { # OPTION NAME ..: takes the names out of `words` if the option is on the line\n"
        "    local name\n"
        "    [[ \" ${COMP_WORDS[*]} \" =~ \\ ($1)\\  ]] || return\n"
        "    for name in \"${@:2}\"; do\n"
        "        words=\" $words \" words=${words/ $name / }\n"
        "    done\n"
        "}\n"
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
    fputs(bash_labels, stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        if (command->arguments != NULL) {
            fprintf(stream, "        %s) taking=' ", command->name);
            completion_write_taking(stream, command);
            fputs("' ;;\n", stream);
        }
    }
    fputs(bash_label_words, stream);
    fprintf(
        stream,
        "_%s() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' words=''\n"
        "    COMPREPLY=()\n"
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
        if (completion_takes_words(row)) {
            completion_write_words(stream, row->argument);
        } else {
            completion_write_commands(stream, program);
        }
        fputs("' ;;\n", stream);
    }
}

static void write_bash_commands(FILE *stream, const struct options_program *program) {
    fputs("        *)\n            case $command in\n                '') words='help ", stream);
    completion_write_commands(stream, program);
    fputc(' ', stream);
    write_bash_names(stream, program->self);
    fputs("' ;;\n                help) words='", stream);
    completion_write_commands(stream, program);
    fputs("' ;;\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        fprintf(stream, "                %s) words='", command->name);
        if (completion_has_words(command)) {
            completion_write_words(stream, command->operands);
            fputc(' ', stream);
        }
        write_bash_names(stream, command);
        fputs("' ;;\n", stream);
    }
    fputs("            esac\n            case $command:$word in\n                :* | *:-* | help:*", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        if (completion_has_words(program->commands[i].options)) {
            fprintf(stream, " | %s:*", program->commands[i].options->name);
        }
    }
}

/* Takes out of the words what this option excludes, where it is on the line. */
static void write_bash_excluded(FILE *stream, const struct options_command *command,
                                const struct option_row *row) {
    int any = 0;
    for (unsigned i = 0; i < options_row_count(command); i++) {
        if (options_exclude(command, row, options_row(command, i))) {
            if (!any) {
                fprintf(stream, "            _heddle_drop '--%s", row->name);
                fprintf(stream, row->letter != 0 ? "|-%c'" : "'", row->letter);
            }
            fprintf(stream, " --%s", options_row(command, i)->name);
            any = 1;
        }
    }
    fputs(any ? "\n" : "", stream);
}

static void write_bash_rules(FILE *stream, const struct options_program *program) {
    fputs("    case $command in\n", stream);
    for (unsigned i = 0; i < program->command_count; i++) {
        const struct options_command *command = program->commands[i].options;
        if (command->rules != NULL) {
            fprintf(stream, "        %s)\n", command->name);
            for (unsigned row = 0; row < options_row_count(command); row++) {
                write_bash_excluded(stream, command, options_row(command, row));
            }
            fputs("            ;;\n", stream);
        }
    }
    fputs("    esac\n", stream);
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
    fputs("            esac ;;\n    esac\n", stream);
    write_bash_rules(stream, program);
    fprintf(stream,
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
    const char *end = text + completion_summary_length(text);
    for (const char *c = text; c < end; c++) {
        if (*c == '\'') {
            fputs("'\\''", stream);
        } else {
            fputs(strchr("\\[]:", *c) != NULL ? "\\" : "", stream);
            fputc(*c, stream);
        }
    }
}

/* "(-a --all --one)": what must not follow the option: itself unless it is a list, and what it excludes.
 * Writes nothing if that is nothing. */
static void write_zsh_excluded(FILE *stream, const struct options_command *command,
                               const struct option_row *row) {
    const int is_list = row->kind == OPTION_LIST;
    const char *between = "(";
    for (unsigned i = 0; i < options_row_count(command); i++) {
        const struct option_row *other = options_row(command, i);
        if (options_exclude(command, row, other) || (other == row && !is_list && row->letter != 0)) {
            fputs(between, stream);
            between = " ";
            if (other->letter != 0) {
                fprintf(stream, "-%c ", other->letter);
            }
            fprintf(stream, "--%s", other->name);
        }
    }
    fputs(*between == ' ' ? ")" : "", stream);
}

/* An argument of _arguments: '(-o --output)'{-o+,--output=}'[SUMMARY]:FILE:_files' */
static void write_zsh_row(FILE *stream, const struct options_command *command, const struct option_row *row) {
    const struct option_argument *argument = completion_argument(command, row);
    const char *list = row->kind == OPTION_LIST ? "*" : "";
    int takes = row->kind != OPTION_FLAG;
    fputs(" \\\n                        ", stream);
    fputc('\'', stream);
    write_zsh_excluded(stream, command, row);
    fputs(list, stream);
    if (row->letter != 0) {
        fprintf(stream, "'{-%c%s,--%s%s}'[", row->letter, takes ? "+" : "", row->name, takes ? "=" : "");
    } else {
        fprintf(stream, "--%s%s[", row->name, takes ? "=" : "");
    }
    write_zsh_text(stream, row->help);
    fputc(']', stream);
    if (takes) {
        fputc(':', stream);
        write_zsh_text(stream, row->argument);
        fputc(':', stream);
    }
    if (takes && completion_label_mode(argument) != NULL) {
        fprintf(stream, "_heddle_labels %s", completion_label_mode(argument));
    } else if (takes && completion_takes_words(row)) {
        fputc('(', stream);
        completion_write_words(stream, row->argument);
        fputc(')', stream);
    } else if (takes) {
        completion_takes_file(row) ? write_zsh_files(stream, completion_endings(argument, row))
                                   : (void)fputc(' ', stream);
    }
    fputc('\'', stream);
}

static void write_zsh_command(FILE *stream, const struct options_command *command) {
    fprintf(stream, "                %s)\n                    _arguments -s", command->name);
    for (unsigned i = 0; i < options_row_count(command); i++) {
        write_zsh_row(stream, command, options_row(command, i));
    }
    fputs(" \\\n                        '*:", stream);
    if (completion_has_words(command)) {
        fputs("what to run:(", stream);
        completion_write_words(stream, command->operands);
        fputs(")", stream);
    } else {
        write_zsh_text(stream, command->operands);
        fputc(':', stream);
        write_zsh_files(stream, command->endings);
    }
    fputs("'\n                    ;;\n", stream);
}

/* clang-format off */
static const char zsh_labels[] =
    "_heddle_labels() { # labels of the last network on the line; the last argument: label, labels or formula\n"
    "    local mode=${@[-1]} network= before= word quotes\n"
    "    local -a labels after\n"
    "    for word in \"${(@Q)words}\"; do\n"
    "        [[ $word != *.(exp|aut)(|.gz|.zst) || ! -f $word || $before = (-[MTCRo]|--(monitor|trace|output)) ]] || network=$word\n"
    "        before=$word\n"
    "    done\n"
    "    [[ -n $network ]] || return 1\n"
    "    labels=(\"${(@f)$(heddle info --labels-only --timeout 2 -- $network 2>/dev/null)}\")\n"
    "    case $mode in\n"
    "        labels) compset -P '*,'; labels=(\"${(@)labels:#*,*}\") ;;\n"
    "        formula)\n"
    "            quotes=${PREFIX//[^\\\"]/}\n"
    "            if (( ${#quotes} % 2 )); then\n"
    "                compset -P '*[\"]'; after=(-S '\"')\n"
    "            else\n"
    "                compset -P '*[^A-Za-z0-9_]'; labels=(\"${(@)labels:#*[^A-Za-z0-9_]*}\")\n"
    "            fi ;;\n"
    "    esac\n"
    "    compadd \"${@[1,-2]}\" \"${after[@]}\" -a labels\n"
    "}\n";
/* clang-format on */

void options_write_zsh(const struct options_program *program, FILE *stream) {
    fprintf(stream,
            "#compdef %s\n# zsh completion for %s, made by `%s --completion zsh`\n%s"
            "_%s() {\n"
            "    local curcontext=$curcontext state line\n"
            "    local -a commands=(\n",
            program->name, program->name, program->name, zsh_labels, program->name);
    for (unsigned i = 0; i < program->command_count; i++) {
        fprintf(stream, "        '%s:", program->commands[i].options->name);
        write_zsh_text(stream, program->commands[i].options->summary);
        fputs("'\n", stream);
    }
    fputs("        'help:show the help of a command'\n    )\n    _arguments -C", stream);
    for (unsigned i = 0; i < options_row_count(program->self); i++) {
        write_zsh_row(stream, program->self, options_row(program->self, i));
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
