/* Certificates of properties of runs as tests change them. */
#include "tests/support/run_certificate.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/testing.h"

static void add_line(struct run_certificate *certificate, const json_t *line) {
    certificate->width = json_array_size(line);
    certificate->number = test_present(
        realloc(certificate->number, (certificate->lines + 1) * certificate->width * sizeof(uint32_t)));
    for (uint64_t k = 0; k < certificate->width; k++) {
        certificate->number[certificate->lines * certificate->width + k] =
            (uint32_t)json_integer_value(json_array_get(line, k));
    }
    certificate->lines++;
}

struct run_certificate run_certificate_read(const char *path) {
    struct run_certificate certificate = {.lines = 0};
    FILE *file = test_present(fopen(path, "r"));
    certificate.head = test_present(json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL));
    for (json_t *line; (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; json_decref(line)) {
        add_line(&certificate, line);
    }
    fclose(file);
    return certificate;
}

void run_certificate_free(struct run_certificate *certificate) {
    json_decref(certificate->head);
    free(certificate->number);
}

static void write_line(const uint32_t *number, uint64_t width, FILE *file) {
    for (uint64_t k = 0; k < width; k++) {
        fprintf(file, "%s%u", k == 0 ? "[" : ",", number[k]);
    }
    fprintf(file, "]\n");
}

static void write_packed(const uint32_t *number, uint64_t width, FILE *file) {
    for (uint64_t k = 0; k < width; k++) {
        for (unsigned shift = 32; shift > 0; shift -= 8) {
            fputc((int)(number[k] >> (shift - 8) & 0xff), file);
        }
    }
}

static void write_head(const struct run_certificate *certificate, uint64_t lines, int packed, FILE *file) {
    json_t *head = test_present(json_copy(certificate->head));
    json_object_set_new(head, "states", json_integer((json_int_t)lines));
    if (packed) {
        json_t *widths = test_present(json_array());
        for (uint64_t k = 0; k < certificate->width; k++) {
            json_array_append_new(widths, json_integer(32));
        }
        json_object_set_new(head, "packed", widths);
        json_object_set_new(head, "heddle_evidence", json_integer(2));
    }
    json_dumpf(head, file, JSON_COMPACT);
    fputc('\n', file);
    json_decref(head);
}

void run_certificate_write(const struct run_certificate *certificate, const char *path, uint64_t without,
                           int packed) {
    FILE *file = test_present(fopen(path, "w"));
    write_head(certificate, certificate->lines - (without < certificate->lines), packed, file);
    for (uint64_t i = 0; i < certificate->lines; i++) {
        if (i != without) {
            (packed ? write_packed : write_line)(certificate->number + i * certificate->width,
                                                 certificate->width, file);
        }
    }
    fclose(file);
}
