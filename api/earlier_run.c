/* Results of an earlier run, in JSON. */
#include "api/earlier_run.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/stream/input.h"

/* A file that is read bit by bit, so that a signal or a limit ends it. */
struct reading {
    input *input;
    struct error *error;
    int failed;
};

/* Some more bytes, for json_load_callback. */
static size_t read_bytes(void *buffer, size_t size, void *context) {
    struct reading *reading = context;
    const int64_t count = input_read(reading->input, buffer, size, reading->error);
    reading->failed = count < 0;
    return (size_t)count;
}

static int not_json(const char *path, const char *command, const json_error_t *wrong, struct error *error) {
    if (json_error_code(wrong) == json_error_out_of_memory) {
        return error_memory(error, "for the results of the earlier run");
    }
    return error_at(error, ERROR_INPUT,
                    (struct source_position){path, wrong->line < 1 ? 1 : (uint64_t)wrong->line,
                                             wrong->column < 1 ? 1 : (uint64_t)wrong->column},
                    "%s: this is not JSON; give what `heddle %s --json` printed", wrong->text, command);
}

/* The JSON value of a file; NULL with *error filled. */
static json_t *load(const char *path, const char *command, const struct run *run, struct error *error) {
    struct reading reading = {.input = input_open(run, path, error), .error = error};
    json_error_t wrong;
    if (reading.input == NULL) {
        return NULL;
    }
    json_t *value = json_load_callback(read_bytes, &reading, JSON_REJECT_DUPLICATES, &wrong);
    if (value == NULL && !reading.failed) {
        not_json(path, command, &wrong, error);
    }
    input_close(reading.input);
    return value;
}

json_t *earlier_run_read(const char *path, const char *command, const char *list, const struct run *run,
                         struct error *error) {
    json_t *value = load(path, command, run, error);
    const char *found = json_string_value(json_object_get(value, "command"));
    if (value != NULL &&
        (found == NULL || strcmp(found, command) != 0 || !json_is_array(json_object_get(value, list)))) {
        error_in(error, ERROR_INPUT, path,
                 "this is no result of heddle %s: give what `heddle %s --json` printed", command, command);
        json_decref(value);
        return NULL;
    }
    return value;
}
