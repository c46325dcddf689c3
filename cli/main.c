/* The program heddle: selects the subcommand. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/options/options_text.h"
#include "base/text/spelling.h"
#include "cli/common.h"
#include "cli/program.h"
#include "cli/program_run.h"
#include "frontend/formats/table/file_format.h"

struct top_options {
    int manual, markdown;
    int completion; /* index of the shell, -1: no completion requested */
};

static const struct option_row top_rows[] = {
    {"man", 0, OPTION_FLAG, offsetof(struct top_options, manual), NULL, 0, 0,
     "print the manual page (roff), or the page of the COMMAND that follows"},
    {"markdown", 0, OPTION_FLAG, offsetof(struct top_options, markdown), NULL, 0, 0,
     "print all commands and options as a page in Markdown"},
    {"completion", 0, OPTION_CHOICE, offsetof(struct top_options, completion), "bash|zsh|fish", 0, 0,
     "print the completion script of a shell"},
};

const struct options_command top_command = {
    .name = "",
    .operands = "COMMAND",
    .fewest_operands = 0,
    .most_operands = 1,
    .options = OPTIONS_TABLE(top_rows),
};

/* Names of commands in other tools, with hints. */
#define MINIMISING "use `heddle minimise -e EQUIVALENCE -o OUT.aut NET`"
#define COMPARING "use `heddle compare -e EQUIVALENCE A B`"
#define PICTURE "write a picture with `heddle explore NET -o FILE.dot`, then `dot -Tsvg FILE.dot`"
#define STATE_SPACE "use `heddle explore NET -o FILE.aut`"
#define FORMULAS "use `heddle check -p FORMULA.mcl NET` (.mcf for formulas of mCRL2)"
#define PROBABILITIES                                                                                        \
    "heddle computes no probabilities; `heddle check --almost-surely LABEL NET` asks for probability 1, "    \
    "and "                                                                                                   \
    "`heddle mec` finds end components"

static const struct options_hint command_hints[] = {
    {"min", MINIMISING},
    {"minimize", MINIMISING},
    {"reduce", MINIMISING},
    {"reductor", MINIMISING},
    {"bcg_min", MINIMISING},
    {"ltsconvert", MINIMISING},
    {"ltsmin-reduce", MINIMISING},
    {"compose", "use `heddle explore --compose NET`"},
    {"cmp", COMPARING},
    {"bisim", COMPARING},
    {"bisimulator", COMPARING},
    {"bcg_cmp", COMPARING},
    {"ltscompare", COMPARING},
    {"draw", PICTURE},
    {"dot", PICTURE},
    {"graph", PICTURE},
    {"view", PICTURE},
    {"bcg_draw", PICTURE},
    {"ltsgraph", PICTURE},
    {"generator", STATE_SPACE},
    {"generate", STATE_SPACE},
    {"exp.open", STATE_SPACE},
    {"pins2lts-mc", STATE_SPACE},
    {"pins2lts-seq", STATE_SPACE},
    {"pins2lts-sym", STATE_SPACE},
    {"lps2lts", "heddle reads what mCRL2's lps2lts writes as .aut: `lps2lts FILE.lps FILE.aut`"},
    {"evaluator", FORMULAS},
    {"evaluate", FORMULAS},
    {"lts2pbes", FORMULAS},
    {"pbes2bool", FORMULAS},
    {"pbessolve", FORMULAS},
    {"terminator", "use `heddle check --deadlock NET`"},
    {"deadlock", "use `heddle check --deadlock NET`"},
    {"exhibitor", "use `heddle check -f \"[true* . 'A.*'] false\" NET`, whose trace is a shortest one"},
    {"trace",
     "use `heddle check --trace FILE NET` to write one, `heddle simulate --trace FILE NET` to follow it"},
    {"executor", "use `heddle simulate --random N NET`"},
    {"lpsxsim", "use `heddle simulate NET`"},
    {"bcg_info", "use `heddle info NET`"},
    {"ltsinfo", "use `heddle info NET`"},
    {"storm", PROBABILITIES},
    {"prism", PROBABILITIES},
    {"oink", "use `heddle solve GAME.pg`"},
    {"version", "use `heddle --version`"},
    {NULL, NULL},
};

/* Whether the argument is a network rather than a command. */
static int is_network(const char *name) {
    enum file_format format = file_format_of_name(name, NULL);
    struct stat status;
    return file_format_row(format)->kind == KIND_NETWORK || format == FILE_AUT || format == FILE_BCG ||
           (stat(name, &status) == 0 && !S_ISDIR(status.st_mode));
}

static const struct options_subcommand *find_command(const char *name) {
    const struct options_program *program = program_description();
    for (unsigned i = 0; i < program->command_count; i++) {
        if (strcmp(name, program->commands[i].options->name) == 0) {
            return &program->commands[i];
        }
    }
    return NULL;
}

static int unknown_command(struct job *job, const char *name) {
    if (is_network(name)) {
        error_set(&job->error, ERROR_USAGE, "unknown command '%.200s'; did you mean `heddle explore %.200s`?",
                  name, name);
        return job_fail(job);
    }
    const char *advice = options_advice(command_hints, name);
    if (advice != NULL) {
        error_set(&job->error, ERROR_USAGE, "there is no command '%.200s': %s", name, advice);
        return job_fail(job);
    }
    const struct options_program *program = program_description();
    struct spelling_guess guess = {.text = name};
    char hint[SPELLING_HINT];
    for (unsigned i = 0; i < program->command_count; i++) {
        spelling_consider(&guess, program->commands[i].options->name);
    }
    error_set(&job->error, ERROR_USAGE, "unknown command '%.200s'%s", name,
              spelling_hint(hint, "", guess.word));
    return job_fail(job);
}

/* Writes the text that the options request and returns the exit code. command: the argument after the
 * options, or NULL. */
static int write_texts(struct job *job, const struct top_options *values, const char *command) {
    static void (*const completions[])(const struct options_program *,
                                       FILE *) = {options_write_bash, options_write_zsh, options_write_fish};
    const struct options_program *program = program_description();
    if (command != NULL && !values->manual) {
        error_set(&job->error, ERROR_USAGE, "unexpected argument '%.200s'", command);
        return job_fail(job);
    }
    if (command != NULL) {
        const struct options_subcommand *found = find_command(command);
        if (found == NULL) {
            return unknown_command(job, command);
        }
        options_write_command_manual(program, found->options, stdout);
    } else if (values->manual) {
        options_write_manual(program, stdout);
    } else if (values->markdown) {
        options_write_markdown(program, stdout);
    } else if (values->completion >= 0) {
        completions[values->completion](program, stdout);
    }
    return EXIT_DONE;
}

static int run_without_command(struct job *job, int argc, char **argv) {
    struct top_options values = {.completion = -1};
    const struct option_list *operands = &job->line.operands;
    int code = EXIT_DONE;
    job->line.program = console_program;
    switch (options_parse(&top_command, argc, argv, &values, &job->line, &job->error)) {
    case OPTIONS_HELP:
        options_write_overview(program_description(), stdout);
        break;
    case OPTIONS_VERSION:
        printf("heddle %s\n", HEDDLE_VERSION);
        break;
    case OPTIONS_PARSED:
        code = write_texts(job, &values, operands->count > 0 ? operands->items[0] : NULL);
        break;
    default:
        code = job_fail(job);
    }
    options_free(&top_command, &values, &job->line);
    return code;
}

/* `heddle help COMMAND` is `heddle COMMAND --help`. */
static int run_help(struct job *job, int argc, char **argv) {
    static char option[] = "--help";
    if (argc < 3) {
        options_write_overview(program_description(), stdout);
        return EXIT_DONE;
    }
    char *arguments[] = {argv[2], option, NULL};
    const struct options_subcommand *command = find_command(argv[2]);
    return command != NULL ? command->run(2, arguments) : unknown_command(job, argv[2]);
}

static int dispatch(int argc, char **argv) {
    struct console console;
    struct job *job = &console.job;
    console_begin(&console, NULL);
    if (argc < 2) {
        error_set(&job->error, ERROR_USAGE, "a command is missing");
        return job_fail(job);
    }
    if (argv[1][0] == '-') {
        return run_without_command(job, argc, argv);
    }
    const struct options_subcommand *command = find_command(argv[1]);
    if (command != NULL) {
        return command->run(argc - 1, argv + 1);
    }
    return strcmp(argv[1], "help") == 0 ? run_help(job, argc, argv) : unknown_command(job, argv[1]);
}

int main(int argc, char **argv) {
    console_program = program_description();
    return program_run(argc > 1 ? argv[1] : NULL, argc, argv, dispatch);
}
