/* The lines of text at the beginning of a checkpoint. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array.h"
#include "base/error.h"
#include "explorer/checkpoint/checkpoint_internal.h"

#define SUM_BYTES 9 /* eight digits and the end of the line */

#define MEMBER(name)                                                                                         \
    { #name, offsetof(struct checkpoint_header, name) }

/* The numbers of a header. One that does not fit into JSON's, as UINT64_MAX, is null. */
static const struct {
    const char *name;
    size_t offset;
} numbers[] = {MEMBER(key_words),   MEMBER(levels_kept),  MEMBER(states),    MEMBER(level),
               MEMBER(next),        MEMBER(pairs),        MEMBER(labels),    MEMBER(several),
               MEMBER(transitions), MEMBER(choices),      MEMBER(deadlocks), MEMBER(deadlock_level),
               MEMBER(error_level), MEMBER(several_level)};

static unsigned long sum_of(const char *text, size_t length) {
    return crc32(crc32(0, NULL, 0), (const unsigned char *)text, (uInt)length);
}

char *checkpoint_header_text(const struct checkpoint_identity *identity,
                             const struct checkpoint_header *header) {
    json_t *object = json_object();
    json_t *input = json_string(identity->input);
    json_object_set_new(object, "version", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "input", input != NULL ? input : json_null()); /* a name may be any bytes */
    json_object_set_new(object, "network", json_string(identity->network));
    json_object_set_new(object, "options", json_string(identity->options));
    json_object_set_new(object, "search", json_string(header->search));
    for (unsigned i = 0; i < LENGTH(numbers); i++) {
        uint64_t number;
        memcpy(&number, (const char *)header + numbers[i].offset, sizeof number);
        json_object_set_new(object, numbers[i].name,
                            number > INT64_MAX ? json_null() : json_integer((json_int_t)number));
    }
    char *json = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(object);
    size_t room = json == NULL ? 0 : strlen(json) + sizeof CHECKPOINT_FORMAT + 2 + SUM_BYTES;
    char *text = json == NULL ? NULL : malloc(room);
    if (text != NULL) {
        int length = snprintf(text, room, "%s\n%s\n", CHECKPOINT_FORMAT, json);
        snprintf(text + length, room - (size_t)length, "%08lx\n", sum_of(text, (size_t)length));
    }
    free(json);
    return text;
}

/* --- reading --- */

static int refuse(const char *path, const char *what, struct error *error) {
    return error_in(error, ERROR_INPUT, path, "the checkpoint is damaged: %s", what);
}

/* Compares what a checkpoint is of with what it should be of. */
static int compare_identity(const json_t *object, const char *path,
                            const struct checkpoint_identity *identity, struct error *error) {
    const char *version = json_string_value(json_object_get(object, "version")),
               *network = json_string_value(json_object_get(object, "network")),
               *options = json_string_value(json_object_get(object, "options")),
               *input = json_string_value(json_object_get(object, "input"));
    if (version == NULL || network == NULL || options == NULL) {
        return refuse(path, "its header is incomplete", error);
    }
    if (strcmp(version, HEDDLE_VERSION) != 0) {
        return error_in(error, ERROR_INPUT, path,
                        "heddle %.40s wrote this checkpoint, and this is heddle %s: resume with that version",
                        version, HEDDLE_VERSION);
    }
    if (strcmp(network, identity->network) != 0) {
        return error_in(
            error, ERROR_INPUT, path,
            "this checkpoint is of another model: it was written for %.200s; that file must be as it was "
            "then, and so must options that change the model: --const, --ignore-case, --internal, {E} in "
            "-f",
            input == NULL ? "another file" : input);
    }
    return strcmp(options, identity->options) != 0
               ? error_in(error, ERROR_INPUT, path,
                          "this checkpoint is of another command: it was written for `%.300s`, and this is "
                          "`%.300s`",
                          options, identity->options)
               : 0;
}

static int take_numbers(const json_t *object, const char *path, struct checkpoint_header *header,
                        struct error *error) {
    const char *search = json_string_value(json_object_get(object, "search"));
    if (search == NULL || strlen(search) + 1 != SHA256_DIGITS) {
        return refuse(path, "its header is incomplete", error);
    }
    memcpy(header->search, search, SHA256_DIGITS);
    for (unsigned i = 0; i < LENGTH(numbers); i++) {
        const json_t *value = json_object_get(object, numbers[i].name);
        uint64_t number = json_is_null(value) ? UINT64_MAX : (uint64_t)json_integer_value(value);
        if (!json_is_null(value) && (!json_is_integer(value) || json_integer_value(value) < 0)) {
            return refuse(path, "its header is incomplete", error);
        }
        memcpy((char *)header + numbers[i].offset, &number, sizeof number);
    }
    return 0;
}

/* The end of the second line; NULL: there is none. */
static const char *end_of_lines(const char *text, size_t length) {
    const char *first = memchr(text, '\n', length);
    const char *second = first == NULL ? NULL : memchr(first + 1, '\n', length - (size_t)(first + 1 - text));
    return second == NULL ? NULL : second + 1;
}

/* The lines, once they are in memory. *used: their length. */
static int parse(char *text, size_t length, const char *path, const struct checkpoint_identity *identity,
                 struct checkpoint_header *header, size_t *used, struct error *error) {
    const size_t format = sizeof CHECKPOINT_FORMAT - 1;
    if (length < format || memcmp(text, CHECKPOINT_FORMAT, format - 1) != 0) {
        return error_in(error, ERROR_INPUT, path, "this is no checkpoint");
    }
    if (text[format - 1] != CHECKPOINT_FORMAT[format - 1] || (length > format && text[format] != '\n')) {
        return error_in(error, ERROR_INPUT, path,
                        "another version of heddle wrote this checkpoint: resume with that version");
    }
    const char *end = end_of_lines(text, length);
    size_t lines = end == NULL ? 0 : (size_t)(end - text);
    if (end == NULL || length - lines < SUM_BYTES) {
        return refuse(path, "its header is cut off", error);
    }
    char sum[SUM_BYTES + 1];
    snprintf(sum, sizeof sum, "%08lx\n", sum_of(text, lines));
    if (memcmp(sum, end, SUM_BYTES) != 0) {
        return refuse(path, "its header has a wrong checksum", error);
    }
    json_t *object = json_loadb(text + format + 1, lines - format - 1, JSON_REJECT_DUPLICATES, NULL);
    int failed = object == NULL
                     ? refuse(path, "its header is no JSON", error)
                     : (identity != NULL && compare_identity(object, path, identity, error) != 0) ||
                           take_numbers(object, path, header, error) != 0;
    json_decref(object);
    *used = lines + SUM_BYTES;
    return failed ? -1 : 0;
}

int checkpoint_header_read(int descriptor, const char *path, const struct checkpoint_identity *identity,
                           struct checkpoint_header *header, struct error *error) {
    char *text = malloc(CHECKPOINT_HEADER_BYTES);
    size_t used = 0;
    if (text == NULL) {
        return error_memory(error, "to read a checkpoint");
    }
    int64_t length = checkpoint_read(descriptor, path, text, CHECKPOINT_HEADER_BYTES, error);
    int failed = length < 0 || parse(text, (size_t)length, path, identity, header, &used, error) != 0 ||
                 lseek(descriptor, (off_t)used, SEEK_SET) < 0;
    free(text);
    return failed ? -1 : 0;
}
