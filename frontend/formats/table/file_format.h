#ifndef HEDDLE_FRONTEND_FORMATS_TABLE_FILE_FORMAT_H
#define HEDDLE_FRONTEND_FORMATS_TABLE_FILE_FORMAT_H

#include <stddef.h>

struct error;

/* The one table of file formats: what files are, by their names and by the bytes that they begin with. */

enum file_format {
    FILE_UNKNOWN,
    FILE_EXP,
    FILE_PRISM,
    FILE_AUT,
    FILE_TRA,
    FILE_LAB,
    FILE_STA,
    FILE_DRN,
    FILE_PG,
    FILE_SOL,
    FILE_DOT,
    FILE_SVG,
    FILE_CSV,
    FILE_TXT,
    FILE_JSON,
    FILE_HTML,
    FILE_XML,
    FILE_MCL,
    FILE_MCF,
    FILE_SUITE,
    FILE_LTL,
    FILE_HOA,
    /* formats of other tools: */
    FILE_BCG,
    FILE_SEQ,
    FILE_LTS,
    FILE_GCF,
    FILE_LOTOS,
    FILE_MCRL2,
    FILE_JANI,
    FILE_PROMELA,
    FILE_SVL,
    FILE_BZ2,
    FILE_FORMATS
};

enum file_kind {
    KIND_UNKNOWN,
    KIND_NETWORK,
    KIND_GRAPH,
    KIND_MDP,
    KIND_GAME,
    KIND_PART, /* belongs to another file */
    KIND_PICTURE,
    KIND_TABLE,
    KIND_EVIDENCE,
    KIND_PAGE,
    KIND_FORMULA,
    KIND_FOREIGN
};

/* Most endings of a format, with a NULL after them. */
#define FILE_ENDINGS 6

struct file_format_row {
    enum file_kind kind;
    const char *name;                  /* in options and results */
    const char *endings[FILE_ENDINGS]; /* .gz or .zst may follow; first: preferred; NULL: the end */
    const char *what;                  /* for messages: "a graph" */
    const char *reading;               /* what to do with such a file where another one is expected */
    const char *writing; /* how to get such a file from a command that does not write it; may be NULL */
    const char *program; /* PROGRAM x.END x.aut converts it, and the other way round; or NULL */
};

const struct file_format_row *file_format_row(enum file_format format);

/* By the end of the name, in any case. *stem (or NULL): the bytes before that end and .gz or .zst. */
enum file_format file_format_of_name(const char *path, size_t *stem);

/* By the bytes that the file begins with: AUT, DRN, TRA, PG, JSON, HTML or EXP; else FILE_UNKNOWN. */
enum file_format file_format_of_bytes(const char *bytes, size_t count);

/* Whether the name is "-" or that of a pipe or device, and so says nothing about the format. */
int file_format_is_stream(const char *path);

/* An output, and what can be written there. */
struct file_output {
    const char *option, *path;       /* "--output" */
    const enum file_format *formats; /* up to FILE_UNKNOWN; the first one is the default of streams */
    const char *choice;              /* the option that chooses one whatever the name says; NULL for none */
    int chosen;                      /* the format in the option, an index into the formats, or -1 */
};

/* By `chosen`, the name, or for a stream the default. FILE_UNKNOWN with ERROR_USAGE for another name. */
enum file_format file_format_of_output(const struct file_output *output, struct error *error);

/*
 * After a reader has failed at the beginning of a file: if the name, or the bytes there, are those of another
 * format than the expected one, the error becomes "this is a network (.exp), not a parity game: ..". Returns
 * -1.
 */
int file_format_refuse(const char *path, const char *bytes, size_t count, enum file_format expected,
                       struct error *error);

/* "a parity game: `heddle solve` reads it", for messages about a file of the wrong kind. */
void file_format_describe(enum file_format format, const char *path, char *text, size_t size);

#endif
