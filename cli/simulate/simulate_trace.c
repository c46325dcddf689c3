/* Loads a trace into `heddle simulate`. */
#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "checker/evidence/evidence.h"
#include "checker/verify/evidence_read.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify.h"
#include "cli/common.h"
#include "cli/simulate/simulate_session.h"

/* Finds a path with the labels of a linear graph; the labels are read with the options of the network. */
static int follow_labels(struct job *job, const char *path, walker *walker, const struct exp_options *options,
                         walk *walk) {
    struct trace trace = {0};
    struct trace_labels labels = {0}; /* a lasso is followed only to its end */
    label_table *table =
        label_table_create(&job->memory, options->ignore_case, options->internal, options->internal_count);
    int failed = table == NULL ? error_memory(&job->error, "for the trace")
                               : trace_read_labels(path, table, &job->run, &labels, &job->error) != 0 ||
                                     trace_follow(walker, labels.labels, labels.count, &job->run, &trace,
                                                  &job->error) != 0 ||
                                     walk_load(walk, &trace, &job->error) != 0;
    trace_free(&job->memory, &trace);
    trace_labels_free(&labels, &job->run);
    label_table_free(table);
    return failed ? -1 : 0;
}

/* Keeps the text of the evidence's explanation, if it has one. */
static void keep_explanation(struct simulate_session *session, const char *explanation) {
    json_t *object = explanation == NULL ? NULL : json_loads(explanation, 0, NULL);
    const char *text = json_string_value(json_object_get(object, "text"));
    size_t size = text == NULL ? 0 : strlen(text) + 1;
    session->explanation = size == 0 ? NULL : memory_reallocate_sized(&session->job->memory, NULL, size);
    if (session->explanation != NULL) {
        memcpy(session->explanation, text, size);
    }
    session->explained = walk_added(session->walk);
    json_decref(object);
}

const char *simulate_explanation(const struct simulate_session *session) {
    int is_end = walk_position(session->walk) == walk_length(session->walk) &&
                 walk_added(session->walk) == session->explained;
    return is_end ? session->explanation : NULL;
}

static int load_evidence(struct simulate_session *session, const char *path, evidence_reader *reader,
                         walker *walker) {
    struct job *job = session->job;
    const struct evidence *evidence;
    if (evidence_read(reader, &evidence, &job->error) < 0) {
        return -1;
    }
    if (!evidence->has_path) {
        return error_in(&job->error, ERROR_INPUT, path, "this is evidence of the kind %s, not a trace",
                        evidence_kind_name(evidence->kind));
    }
    uint32_t *states = NULL;
    struct trace trace = evidence->trace;
    if (verify_same_components(evidence, walker, &job->error) != 1 ||
        evidence_local_states(evidence, walker, &job->run, &states, &job->error) != 1) {
        return -1;
    }
    trace.states = states == NULL ? trace.states : states;
    int failed = walk_load(session->walk, &trace, &job->error);
    if (states != NULL) {
        memory_free(&job->memory, states, (trace.steps + 1) * trace.components * sizeof *states);
    }
    if (failed) {
        return -1;
    }
    keep_explanation(session, evidence->explanation);
    return 0;
}

int simulate_load(struct simulate_session *session, const char *path, walker *walker) {
    struct job *job = session->job;
    evidence_reader *reader = evidence_open(path, &job->run, &job->error);
    int is_aut = reader == NULL ? -1 : evidence_is_aut(reader, &job->error);
    int failed = is_aut < 0   ? -1
                 : is_aut > 0 ? follow_labels(job, path, walker, session->subject->options, session->walk)
                              : load_evidence(session, path, reader, walker);
    evidence_close(reader);
    if (failed != 0) {
        error_name_file(&job->error, path);
    }
    return failed;
}
