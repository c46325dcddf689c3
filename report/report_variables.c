/* A model with data in a report: its variables and its text. */
#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/input.h"
#include "base/text/json_text.h"
#include "base/text/text_buffer.h"
#include "frontend/walk/walker.h"
#include "report/report_internal.h"

#define MOST_SOURCE ((size_t)1 << 20) /* nobody reads a longer model in a page */

static void put_ranges(struct evidence_writer *writer, const struct evidence_subject *subject) {
    for (uint32_t i = 0; i < subject->component_count; i++) {
        const struct walker_variable variable = walker_variable(subject->walker, i);
        evidence_put_json(writer, i == 0 ? "[" : ",",
                          json_pack("{s:I, s:I, s:b}", "lowest", (json_int_t)variable.lowest, "states",
                                    (json_int_t)walker_local_states(subject->walker, i), "bool",
                                    variable.is_bool));
    }
    evidence_put_text(writer, "]");
}

/* The text of the model; null if it cannot be read again, because it was standard input. NULL without memory.
 */
static json_t *json_source(const struct run *run, const char *path) {
    struct text_buffer text = {0};
    struct error error = {.code = ERROR_NONE};
    json_t *source = json_null();
    input *input = strcmp(path, "-") == 0 ? NULL : input_open(run, path, &error);
    if (input != NULL && input_read_text(input, &text, &error) == 0 && text.length <= MOST_SOURCE &&
        text.length > 0) {
        source = json_text(run->memory, text.data);
    }
    input_close(input);
    text_buffer_free(run->memory, &text);
    return error.code == ERROR_MEMORY ? NULL : source;
}

void report_put_variables(struct evidence_writer *writer, const struct report *report) {
    evidence_put_text(writer, ",\n\"variables\": ");
    if (!walker_has_variables(report->subject->walker)) {
        evidence_put_text(writer, "null");
        return;
    }
    put_ranges(writer, report->subject);
    evidence_put_json(writer, ",\n\"source\": ", json_source(writer->run, report->subject->network));
}
