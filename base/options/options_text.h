#ifndef HEDDLE_BASE_OPTIONS_OPTIONS_TEXT_H
#define HEDDLE_BASE_OPTIONS_OPTIONS_TEXT_H

#include <stdio.h>

struct options_command;

/* A term and its meaning, for what the options' texts explain. */
struct options_term {
    const char *term, *meaning;
};

/*
 * A command's options and the function that runs it; argv[0] is the command's name. Returns the exit code.
 */
struct options_subcommand {
    const struct options_command *options;
    int (*run)(int argc, char **argv);
};

struct options_program {
    const char *name, *version;
    const char *summary;     /* a single line */
    const char *description; /* paragraphs with an empty line between them */
    const struct options_subcommand *commands;
    unsigned command_count;
    const struct options_command *self; /* options of the program without a command; its name is empty */
    const struct options_term *exit_codes;
    unsigned exit_code_count;
    const struct options_term *examples; /* command lines and what they do */
    unsigned example_count;
};

/* How a text is broken into lines of at most `width` columns, all of which begin in column `indent`. */
struct options_layout {
    unsigned width, indent;
    void (*write_word)(FILE *stream, const char *word, size_t length);
};

/* Writes paragraphs, separated by empty lines, from column `indent` on. */
void options_wrap(FILE *stream, const char *text, const struct options_layout *layout);

/* Functions that write to `stream`; the caller checks the stream for errors. */
void options_write_help(const char *program, const struct options_command *command, FILE *stream);
void options_write_overview(const struct options_program *program, FILE *stream);
/* The manual page of the whole program, and that of one command. */
void options_write_manual(const struct options_program *program, FILE *stream);
void options_write_command_manual(const struct options_program *program,
                                  const struct options_command *command, FILE *stream);
/* Shell scripts that complete command lines. */
void options_write_bash(const struct options_program *program, FILE *stream);
void options_write_zsh(const struct options_program *program, FILE *stream);
void options_write_fish(const struct options_program *program, FILE *stream);
void options_write_markdown(const struct options_program *program, FILE *stream);

#endif
