/* Results of an earlier run, in JSON. */
#include "api/earlier_run.h"

#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/text_buffer.h"

static int read_text(const char *path, const struct run *run, struct text_buffer *text, struct error *error) {
    input *input = input_open(run, path, error);
    int failed = input == NULL || input_read_text(input, text, error) != 0;
    input_close(input);
    return failed ? -1 : 0;
}

/* The JSON value of a file; NULL with *error filled. */
static json_t *load(const char *path, const char *command, const struct run *run, struct error *error) {
    struct text_buffer text = {0};
    json_error_t wrong;
    json_t *value = NULL;
    if (read_text(path, run, &text, error) == 0) {
        value = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, &wrong);
        if (value == NULL && json_error_code(&wrong) == json_error_out_of_memory) {
            error_memory(error, "for the results of the earlier run");
        } else if (value == NULL) {
            error_at(error, ERROR_INPUT,
                     (struct source_position){path, wrong.line < 1 ? 1 : (uint64_t)wrong.line,
                                              wrong.column < 1 ? 1 : (uint64_t)wrong.column},
                     "%s: this is not JSON; give what `heddle %s --json` printed", wrong.text, command);
        }
    }
    text_buffer_free(run->memory, &text);
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
