/* Writing the files of a network. */
#include "bench/network_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/network_shape.h"

#define VECTOR 128

static void close_file(struct network_writer *writer) {
    if (writer->file != NULL) {
        int failed = ferror(writer->file);
        if ((fclose(writer->file) != 0) | failed) {
            writer->failed = error_set(writer->error, ERROR_IO, "a network cannot be written");
        }
    }
    writer->file = NULL;
}

void network_file(struct network_writer *writer, const char *name) {
    char path[1024];
    close_file(writer);
    if (writer->failed) {
        return;
    }
    snprintf(path, sizeof path, "%s/%s", writer->folder, name);
    writer->file = fopen(path, "w");
    if (writer->file == NULL) {
        writer->failed = error_in(writer->error, ERROR_IO, path, "cannot be written: %s", strerror(errno));
    }
}

void network_write(struct network_writer *writer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (writer->file != NULL) {
        vfprintf(writer->file, format, arguments);
    }
    va_end(arguments);
}

void network_text(struct network_writer *writer, const char *name, const char *text) {
    network_file(writer, name);
    network_write(writer, "%s", text);
}

void network_begin(struct network_writer *writer, uint32_t processes) {
    writer->processes = processes;
    network_file(writer, NETWORK_SHAPE_FILE);
    network_write(writer, "par using\n");
}

void network_vector(struct network_writer *writer, const char *format, ...) {
    char text[VECTOR];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    network_write(writer, writer->vectors++ > 0 ? ",\n" : "");
    const char *result = strstr(text, "-> ");
    for (uint32_t i = 0; i < writer->processes; i++) {
        const char *label = "_";
        char *rest = text;
        for (const char *at = text; at < result; at = strchr(rest + 1, ' ') + 1) {
            label = strtoul(at, &rest, 10) == i ? rest + 1 : label;
        }
        network_write(writer, "%s%.*s", i > 0 ? " * " : "    ", (int)strcspn(label, " "), label);
    }
    network_write(writer, " %s", result);
}

void network_vector_together(struct network_writer *writer, int (*moves)(const void *context, uint32_t i),
                             const void *context, const char *label, const char *result) {
    network_write(writer, writer->vectors++ > 0 ? ",\n" : "");
    for (uint32_t i = 0; i < writer->processes; i++) {
        network_write(writer, "%s%s", i > 0 ? " * " : "    ", moves(context, i) ? label : "_");
    }
    network_write(writer, " -> %s", result);
}

void network_processes(struct network_writer *writer, uint32_t times, const char *name) {
    for (uint32_t i = 0; i < times; i++) {
        network_write(writer, "%s%s\n", writer->operands++ == 0 ? "\nin\n    " : "||  ", name);
    }
}

int network_end(struct network_writer *writer) {
    network_write(writer, writer->operands > 0 ? "end par\n" : "");
    close_file(writer);
    return writer->failed;
}
