#ifndef HEDDLE_BENCH_NETWORK_FILE_H
#define HEDDLE_BENCH_NETWORK_FILE_H

#include <stdint.h>
#include <stdio.h>

struct error;

/*
 * Writes the files of a network (network_shape.h) into a folder. After a failure nothing more is written, and
 * network_end reports it.
 */
struct network_writer {
    const char *folder;
    struct error *error;
    uint32_t processes; /* processes of the network */
    FILE *file;         /* being written; NULL: none */
    uint32_t vectors, operands;
    int failed;
};

/* Begins a file, after the one before; writes to it. */
void network_file(struct network_writer *writer, const char *name);
void network_write(struct network_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A file that has this text. */
void network_text(struct network_writer *writer, const char *name, const char *text);

/* Begins the network itself: vectors follow, then processes. */
void network_begin(struct network_writer *writer, uint32_t processes);
/* A synchronisation vector, such as "0 send 1 receive -> pass_0": processes with their labels, then the
 * result. */
void network_vector(struct network_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The vector in which all processes i with moves(context, i) move by the label, which is the result, too. */
void network_vector_together(struct network_writer *writer, int (*moves)(const void *context, uint32_t i),
                             const void *context, const char *label, const char *result);
/* Processes with this file. */
void network_processes(struct network_writer *writer, uint32_t times, const char *name);
/* Ends the last file. 0, or -1 with *error filled if something was not written. */
int network_end(struct network_writer *writer);

#endif
