#ifndef HEDDLE_CLI_CONVERT_CONVERT_FORMAT_H
#define HEDDLE_CLI_CONVERT_CONVERT_FORMAT_H

struct error;

/* The formats that files are converted from and to, as --from and --to count them. */
#define CONVERT_FORMATS "aut|tra|drn|pg|dot"
#define CONVERT_INPUTS "aut|tra|drn|pg"
enum convert_format {
    CONVERT_NONE = -1,
    CONVERT_AUT,
    CONVERT_TRA,
    CONVERT_DRN,
    CONVERT_PG,
    CONVERT_DOT /* is written alone */
};

const char *convert_format_name(enum convert_format format);

/* Whether the name ends so, .gz or .zst left out, in any case. */
int convert_format_ends(const char *path, const char *end);

/* By the ending of the name, .gz or .zst left out; CONVERT_NONE for another one. */
enum convert_format convert_format_by_ending(const char *path);

/*
 * The format of a file by its name's ending, .gz or .zst left out: AUT for "-" and for what is no regular
 * file. named: what an option says, or CONVERT_NONE. CONVERT_NONE with *error filled (ERROR_USAGE) for
 * another ending, with what to do about it.
 */
enum convert_format convert_format_of_input(const char *path, int named, struct error *error);
enum convert_format convert_format_of_output(const char *path, int named, struct error *error);

#endif
