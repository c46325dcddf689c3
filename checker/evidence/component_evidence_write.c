/* Writes evidence of components and schedulers (docs/evidence.md), state by state. */
#include <jansson.h>
#include <string.h>

#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "checker/evidence/component_evidence.h"
#include "checker/evidence/evidence_put.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "decompose/components/component_certificate.h"
#include "decompose/components/components.h"
#include "explorer/graph/digraph_core.h"
#include "decompose/mdp/mdp.h"
#include "decompose/almost_sure/scheduler_certificate.h"
#include "base/text/pattern.h"

#define REPORT_STATES 65536u

struct writer {
    const struct component_subject *subject;
    const struct run *run;
    struct error *error;
    output *output;
    const struct digraph *graph;
    const struct mdp *mdp; /* or NULL */
    uint32_t *tuple;
    uint32_t width;
    const uint32_t *component;
    struct component_certificate components;
    struct scheduler_certificate scheduler;
    const uint64_t *choice;
};

/* --- pieces --- */

static int put_text(struct writer *writer, const char *text) {
    return output_text(writer->output, text, writer->error);
}

static int put_number(struct writer *writer, uint64_t number) {
    return output_text(writer->output, ",", writer->error) ||
           output_number(writer->output, number, writer->error);
}

static int put_json(struct writer *writer, const char *key, json_t *value) {
    if (put_text(writer, ", ")) {
        json_decref(value);
        return -1;
    }
    return evidence_put_key(writer->output, key, value, writer->error);
}

/* Writes the beginning of a line, with the state. */
static int begin_row(struct writer *writer, uint64_t vertex) {
    int failed = put_text(writer, "[");
    if (writer->subject->network == NULL) {
        return failed || output_number(writer->output, vertex, writer->error);
    }
    writer->subject->tuple(writer->subject->context, vertex, writer->tuple);
    return failed || evidence_put_state(writer->output, writer->tuple, writer->width, writer->error);
}

/* Writes the choice that begins with the edge, as [LABEL,TARGET,..]; *next: the edge after the choice. */
static int put_choice(struct writer *writer, uint64_t vertex, uint64_t edge, uint64_t *next) {
    const struct digraph *graph = writer->graph;
    const uint32_t *labels = writer->mdp->labels;
    int failed = put_text(writer, "[");
    if (!failed) {
        failed = labels == NULL || labels[edge] == MDP_NO_LABEL
                     ? put_text(writer, "null")
                     : output_number(writer->output, labels[edge], writer->error);
    }
    do {
        failed = failed || put_number(writer, graph->targets[edge]);
        edge++;
    } while (edge < graph->offsets[vertex + 1] && !digraph_begins(graph, edge));
    *next = edge;
    return failed || put_text(writer, "]");
}

/* --- rows --- */

static int put_trees(struct writer *writer, uint64_t vertex) {
    const struct component_certificate *evidence = &writer->components;
    return put_number(writer, evidence->forward[vertex]) ||
           put_number(writer, evidence->forward_depth[vertex]) ||
           put_number(writer, evidence->backward[vertex]) ||
           put_number(writer, evidence->backward_depth[vertex]);
}

static int put_scc(struct writer *writer, uint64_t vertex) {
    return put_number(writer, writer->component[vertex]) ||
           put_number(writer, writer->components.rank[vertex]) || put_trees(writer, vertex);
}

static int put_internal(struct writer *writer, uint64_t vertex) {
    const struct digraph *graph = writer->graph;
    int failed = put_text(writer, ",["), some = 0;
    for (uint64_t edge = graph->offsets[vertex], next; edge < graph->offsets[vertex + 1] && !failed;
         edge = next) {
        if (!digraph_begins(graph, edge) || !bitmap_has(writer->components.internal, edge)) {
            next = edge + 1;
            continue;
        }
        failed = (some && put_text(writer, ",")) || put_choice(writer, vertex, edge, &next);
        some = 1;
    }
    return failed || put_text(writer, "]");
}

static int put_mec(struct writer *writer, uint64_t vertex) {
    const struct component_certificate *evidence = &writer->components;
    int inside = writer->component[vertex] != COMPONENT_NONE;
    int failed = inside ? put_number(writer, writer->component[vertex]) : put_text(writer, ",null");
    failed =
        failed || put_number(writer, evidence->rank[vertex]) || put_number(writer, evidence->cut[vertex]);
    return failed || (inside && (put_trees(writer, vertex) || put_internal(writer, vertex)));
}

static int put_scheduler(struct writer *writer, uint64_t vertex) {
    const struct scheduler_certificate *evidence = &writer->scheduler;
    uint64_t next;
    if (evidence->rank[vertex] == ALMOST_SURE_NONE) {
        return put_text(writer, ",null") || put_number(writer, evidence->fell[vertex]);
    }
    return put_number(writer, evidence->rank[vertex]) || put_text(writer, ",") ||
           (writer->choice[vertex] == ALMOST_SURE_NO_CHOICE
                ? put_text(writer, "null")
                : put_choice(writer, vertex, writer->choice[vertex], &next));
}

static int put_rows(struct writer *writer, int (*put_row)(struct writer *writer, uint64_t vertex)) {
    const struct run *run = writer->run;
    for (uint64_t vertex = 0; vertex < writer->graph->vertices; vertex++) {
        if (vertex % REPORT_STATES == 0) {
            if (run_should_stop(run)) {
                return error_set(writer->error, ERROR_INTERRUPTED,
                                 "interrupted while the evidence was written");
            }
            run_tell(run, "writing", vertex, writer->graph->vertices, "states");
        }
        if (begin_row(writer, vertex) || put_row(writer, vertex) || put_text(writer, "]\n")) {
            return -1;
        }
    }
    return 0;
}

/* --- heads --- */

static json_t *json_stored(struct memory *memory, const struct component_subject *subject) {
    if (subject->graph != NULL) {
        return json_pack("{s:o}", "graph", json_bytes(memory, subject->graph));
    }
    return subject->labels == NULL ? json_pack("{s:o}", "mdp", json_bytes(memory, subject->mdp))
                                   : json_pack("{s:o, s:o}", "mdp", json_bytes(memory, subject->mdp),
                                               "labels", json_bytes(memory, subject->labels));
}

static json_t *json_goal(struct memory *memory, const struct evidence_goal *goal) {
    return json_pack("{s:o, s:b}",
                     goal->is_state_label ? "state_label"
                     : goal->is_pattern   ? "pattern"
                                          : "label",
                     json_bytes(memory, goal->text), "repeatedly", goal->repeatedly);
}

static int put_head(struct writer *writer, const char *kind, const struct evidence_goal *goal) {
    const struct component_subject *subject = writer->subject;
    struct memory *memory = writer->run->memory;
    int failed = subject->network != NULL
                     ? evidence_put_head(writer->output, kind, subject->network, memory, writer->error)
                     : put_text(writer, "{\"heddle_evidence\": 1") ||
                           put_json(writer, "kind", json_string(kind)) ||
                           put_json(writer, "inputs", json_stored(memory, subject));
    failed = failed || (subject->network != NULL && subject->keep_races &&
                        put_json(writer, "maximal_progress", json_false()));
    failed = failed || (writer->mdp != NULL &&
                        put_json(writer, "labels",
                                 json_bytes_list(memory, (const char *const *)writer->mdp->label_text,
                                                 writer->mdp->label_count)));
    failed = failed || (goal != NULL && put_json(writer, "goal", json_goal(memory, goal)));
    return failed || put_text(writer, ", \"states\": ") ||
           output_number(writer->output, writer->graph->vertices, writer->error) || put_text(writer, "}\n");
}

/* --- files --- */

/* Writes the file; the evidence has been made. */
static int write_file(struct writer *writer, const char *path, const char *kind,
                      const struct evidence_goal *goal,
                      int (*put_row)(struct writer *writer, uint64_t vertex)) {
    struct memory *memory = writer->run->memory;
    const struct evidence_subject *network = writer->subject->network;
    writer->width = network == NULL ? 0 : network->component_count;
    writer->tuple = memory_allocate_array(memory, writer->width, sizeof *writer->tuple);
    int failed = writer->tuple == NULL ? error_memory(writer->error, "to write the evidence") : 0;
    writer->output = failed ? NULL : output_create(writer->run, path, writer->error);
    failed = writer->output == NULL || put_head(writer, kind, goal) || put_rows(writer, put_row);
    if (failed) {
        output_discard(writer->output);
    } else {
        failed = output_finish(writer->output, writer->error);
    }
    memory_free(memory, writer->tuple, writer->width * sizeof *writer->tuple);
    return failed ? -1 : 0;
}

int evidence_write_scc(const char *path, const struct component_subject *subject, const struct digraph *graph,
                       const uint32_t *component, const struct run *run, struct error *error) {
    struct writer writer = {
        .subject = subject, .run = run, .error = error, .graph = graph, .component = component};
    int failed = component_certificate_scc(graph, component, run, &writer.components, error) != 0 ||
                 write_file(&writer, path, "scc", NULL, put_scc) != 0;
    component_certificate_free(&writer.components);
    return failed ? -1 : 0;
}

int evidence_write_mec(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                       const uint32_t *component, const struct run *run, struct error *error) {
    struct digraph graph = mdp_digraph(mdp);
    struct writer writer = {
        .subject = subject, .run = run, .error = error, .graph = &graph, .mdp = mdp, .component = component};
    int failed = component_certificate_mec(&graph, component, run, &writer.components, error) != 0 ||
                 write_file(&writer, path, "mec", NULL, put_mec) != 0;
    component_certificate_free(&writer.components);
    return failed ? -1 : 0;
}

/* --- schedulers --- */

/* Finds which labels perform the goal: sets matches[0 .. label_count). */
static int match_labels(const struct mdp *mdp, const struct evidence_goal *goal,
                        const struct exp_options *options, struct memory *memory, unsigned char *matches,
                        struct error *error) {
    unsigned flags = options == NULL ? 0
                                     : (options->regex_extended ? PATTERN_EXTENDED : 0) |
                                           (options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    pattern *pattern = goal->is_pattern ? pattern_compile(memory, goal->text, flags, error) : NULL;
    if (goal->is_pattern && pattern == NULL) {
        return -1;
    }
    int failed = 0;
    for (uint32_t k = 0; k < mdp->label_count && !failed; k++) {
        const char *text = mdp->label_text[k];
        int same = pattern == NULL ? strcmp(text, goal->text) == 0
                                   : pattern_match_total(pattern, text, strlen(text), error);
        failed = same < 0;
        matches[k] = same > 0;
    }
    pattern_free(pattern);
    return failed ? -1 : 0;
}

int evidence_mark_goal(const struct mdp *mdp, const struct evidence_goal *goal,
                       const struct exp_options *options, const struct run *run, uint32_t *goal_edges,
                       uint32_t *goal_states, struct error *error) {
    if (goal->is_state_label) {
        for (uint32_t k = 0; k < mdp->state_label_count; k++) {
            if (strcmp(mdp->state_label_text[k], goal->text) == 0) {
                memcpy(goal_states, mdp->state_labels[k], bitmap_words(mdp->states) * sizeof *goal_states);
            }
        }
        return 0;
    }
    unsigned char *matches = memory_allocate_zeroed(run->memory, mdp->label_count);
    if (matches == NULL) {
        return error_memory(error, "for the labels");
    }
    int failed = match_labels(mdp, goal, options, run->memory, matches, error) != 0;
    for (uint64_t edge = 0; edge < mdp->edges && !failed && mdp->labels != NULL; edge++) {
        if (mdp->labels[edge] != MDP_NO_LABEL && matches[mdp->labels[edge]]) {
            bitmap_set(goal_edges, edge);
        }
    }
    memory_free(run->memory, matches, mdp->label_count);
    return failed ? -1 : 0;
}

static int make_scheduler(struct writer *writer, const struct evidence_goal *goal, const uint32_t *rank,
                          uint32_t *goal_edges, uint32_t *goal_states) {
    const struct evidence_subject *network = writer->subject->network;
    struct scheduler_goal marked = {goal_edges, goal->is_state_label ? goal_states : NULL, goal->repeatedly};
    if (goal_edges == NULL || goal_states == NULL) {
        return error_memory(writer->error, "to write the evidence");
    }
    return evidence_mark_goal(writer->mdp, goal, network == NULL ? NULL : network->options, writer->run,
                              goal_edges, goal_states, writer->error) != 0 ||
                   scheduler_certificate_make(writer->graph, &marked, rank, writer->choice, writer->run,
                                              &writer->scheduler, writer->error) != 0
               ? -1
               : 0;
}

int evidence_write_scheduler(const char *path, const struct component_subject *subject, const struct mdp *mdp,
                             const struct evidence_goal *goal, const uint32_t *rank, const uint64_t *choice,
                             const struct run *run, struct error *error) {
    struct digraph graph = mdp_digraph(mdp);
    struct writer writer = {
        .subject = subject, .run = run, .error = error, .graph = &graph, .mdp = mdp, .choice = choice};
    uint64_t edge_bytes = bitmap_words(mdp->edges) * sizeof(uint32_t),
             state_bytes = bitmap_words(mdp->states) * sizeof(uint32_t);
    uint32_t *goal_edges = memory_allocate_zeroed(run->memory, edge_bytes);
    uint32_t *goal_states = memory_allocate_zeroed(run->memory, state_bytes);
    int failed = make_scheduler(&writer, goal, rank, goal_edges, goal_states) != 0;
    memory_free(run->memory, goal_edges, edge_bytes);
    memory_free(run->memory, goal_states, state_bytes);
    failed = failed || write_file(&writer, path, "scheduler", goal, put_scheduler) != 0;
    scheduler_certificate_free(&writer.scheduler);
    return failed ? -1 : 0;
}
