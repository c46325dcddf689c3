/* Loading a trace into `heddle simulate`. */
#include "base/error.h"
#include "base/memory.h"
#include "checker/evidence.h"
#include "checker/trace_follow.h"
#include "cli/common.h"
#include "cli/simulate_session.h"

/* A path with the labels of a linear graph, which are read as the network's were. */
static int follow_labels(struct job *job, const char *path, semantics *semantics,
                         const struct exp_options *options, walk *walk) {
    struct trace trace = {0};
    const char **labels = NULL;
    uint64_t count = 0, capacity = 0;
    label_table *table =
        label_table_create(&job->memory, options->ignore_case, options->internal, options->internal_count);
    int failed =
        table == NULL
            ? error_set(&job->error, ERROR_MEMORY, "not enough memory for the trace")
            : trace_read_labels(path, table, &job->run, &labels, &count, &capacity, &job->error) != 0 ||
                  trace_follow(semantics, labels, count, &job->run, &trace, &job->error) != 0 ||
                  walk_load(walk, &trace, &job->error) != 0;
    trace_free(&job->memory, &trace);
    memory_free(&job->memory, labels, capacity * sizeof *labels);
    label_table_free(table);
    return failed ? -1 : 0;
}

int simulate_load(struct simulate_session *session, const char *path, semantics *semantics) {
    struct error *error = &session->job->error;
    if (evidence_trace_format(path) != TRACE_AUT) {
        return error_set(error, ERROR_USAGE, "--trace: '%.200s' does not end in .aut, .aut.gz or .aut.zst", path);
    }
    if (follow_labels(session->job, path, semantics, session->subject->options, session->walk) == 0) {
        return 0;
    }
    if (error->code == ERROR_INPUT && error->path[0] == '\0') {
        struct error plain = *error;
        error_at(error, plain.code, path, 0, 0, "%s", plain.text);
    }
    return -1;
}
