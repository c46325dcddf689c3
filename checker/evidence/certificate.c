/* Certificates: packs the reachable states, sorts them, and writes them. */
#include "checker/evidence/certificate.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "base/text/json_text.h"
#include "checker/evidence/evidence_put.h"
#include "checker/evidence/state_windows.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph_order.h"

struct certificate {
    const char *path;
    const struct evidence_subject *subject;
    uint64_t window;
    struct evidence_writer writer; /* its output: NULL until something is added */
};

certificate *certificate_create(const char *path, const struct evidence_subject *subject, uint64_t window,
                                const struct run *run, struct error *error) {
    certificate *certificate = memory_allocate_zeroed(run->memory, sizeof *certificate);
    if (certificate == NULL) {
        error_memory(error, "for a certificate");
        return NULL;
    }
    certificate->path = path;
    certificate->subject = subject;
    certificate->window = window;
    certificate->writer.run = run;
    return certificate;
}

/* --- the states of a search --- */

#define KEYS_AT_A_TIME 65536u

/* The keys of a search become records. Threads take pieces of the keys. */
struct key_packing {
    const struct exploration *exploration;
    const uint64_t *keys;
    struct records *records;
    uint64_t cursor;
    int failed;
};

static void pack_keys(struct key_packing *packing, uint64_t begin, uint64_t end, uint64_t *row,
                      uint32_t *tuple) {
    struct model_view model = model_view_of(model_image(packing->exploration->model));
    const uint64_t *pairs = exploration_pairs(packing->exploration);
    for (uint64_t i = begin; i < end; i++) {
        fold_undo(model.header, pairs, packing->keys + i * model.header->key_words, row);
        for (uint32_t k = 0; k < packing->records->fields; k++) {
            tuple[k] = model_field(model.component + k, row);
        }
        records_pack(packing->records, tuple, records_at(packing->records, i));
    }
}

static void pack_pieces(void *context, unsigned thread) {
    struct key_packing *packing = context;
    const struct run *run = packing->records->run;
    uint64_t count = exploration_own_states(packing->exploration), begin,
             row_words = fold_stride(model_header(packing->exploration->model));
    uint32_t fields = packing->records->fields;
    uint64_t *row = memory_allocate_array(run->memory, row_words, sizeof *row);
    uint32_t *tuple = memory_allocate_array(run->memory, fields, sizeof *tuple);
    if (row == NULL || tuple == NULL) {
        __atomic_store_n(&packing->failed, 1, __ATOMIC_RELAXED);
    }
    while (row != NULL && tuple != NULL && !run_should_stop(run) &&
           (begin = shared64_add(&packing->cursor, KEYS_AT_A_TIME)) < count) {
        if (thread == 0) {
            run_tell(run, "packing the states", begin, count, "states");
        }
        pack_keys(packing, begin, begin + KEYS_AT_A_TIME < count ? begin + KEYS_AT_A_TIME : count, row,
                  tuple);
    }
    memory_free(run->memory, row, row_words * sizeof *row);
    memory_free(run->memory, tuple, fields * sizeof *tuple);
}

/* Opens the records of a search: a field for each process, and one for the observer. */
static int open_records(const struct exploration *exploration, const struct run *run, struct records *records,
                        struct error *error) {
    struct model_view model = model_view_of(model_image(exploration->model));
    uint32_t fields = model.header->components + (model.header->observer_states != 0);
    uint8_t *width = memory_allocate(run->memory, fields);
    for (uint32_t k = 0; k < fields && width != NULL; k++) {
        width[k] = (uint8_t)records_width((uint32_t)model.component[k].mask);
    }
    int failed = width == NULL ? error_memory(error, "for a certificate")
                               : records_open(records, run, width, fields, error);
    memory_free(run->memory, width, fields);
    return failed;
}

static int fill_records(struct exploration *exploration, const struct run *run, struct records *records,
                        struct error *error) {
    struct memory_range keys = {0};
    uint64_t count = exploration_own_states(exploration);
    if (count == 0) { /* of several ranks, some may have no states */
        return 0;
    }
    int failed = graph_gather_keys(exploration, run, &keys, error) != 0 ||
                 records_reserve(records, count, count, error) != 0;
    if (!failed) {
        struct key_packing packing = {.exploration = exploration, .keys = keys.base, .records = records};
        parallel_run(run->threads, pack_pieces, &packing);
        failed = packing.failed ? error_memory(error, "for a certificate") : 0;
    }
    records->count = count;
    memory_range_close(run->memory, &keys);
    return failed ? -1 : 0;
}

int certificate_states(struct exploration *exploration, const struct run *run, struct records *states,
                       struct error *error) {
    if (exploration_fetch(exploration, run, error) != 0) {
        return -1;
    }
    if (exploration_check_kept(exploration, "for a certificate", error) != 0) {
        return -1;
    }
    return open_records(exploration, run, states, error) != 0 ||
                   fill_records(exploration, run, states, error) != 0 || records_sort(states, error) != 0
               ? -1
               : 0;
}

/* --- writing --- */

#define STATES_AT_A_TIME 4096u

/* The sorted states as they come: one process gives all at once, several ranks give windows of them. */
struct state_writing {
    struct evidence_writer *writer;
    uint64_t written, total;
};

static int is_packed(const struct state_writing *writing) {
    return writing->total > CERTIFICATE_MOST_LINES;
}

static void put_lines(const struct state_writing *writing, const struct records *states) {
    struct evidence_writer *writer = writing->writer;
    struct memory *memory = writer->run->memory;
    uint32_t *tuple = memory_allocate_array(memory, states->fields, sizeof *tuple);
    if (tuple == NULL) {
        writer->failed = error_memory(writer->error, "for a certificate");
    }
    for (uint64_t i = 0; i < states->count && !writer->failed; i++) {
        records_unpack(states, records_at(states, i), tuple);
        evidence_writer_report(writer, writing->written + i, writing->total, "states");
        evidence_put_state(writer, tuple, states->fields);
        evidence_put_text(writer, "\n");
    }
    memory_free(memory, tuple, states->fields * sizeof *tuple);
}

static void put_packed(const struct state_writing *writing, const struct records *states) {
    struct evidence_writer *writer = writing->writer;
    struct memory *memory = writer->run->memory;
    uint64_t bytes = (uint64_t)STATES_AT_A_TIME * states->bytes;
    uint8_t *buffer = memory_allocate(memory, bytes);
    if (buffer == NULL) {
        writer->failed = error_memory(writer->error, "for a certificate");
    }
    for (uint64_t i = 0; i < states->count && !writer->failed; i += STATES_AT_A_TIME) {
        uint64_t count = states->count - i < STATES_AT_A_TIME ? states->count - i : STATES_AT_A_TIME;
        for (uint64_t k = 0; k < count; k++) {
            records_to_bytes(states, records_at(states, i + k), buffer + k * states->bytes);
        }
        evidence_writer_report(writer, writing->written + i, writing->total, "states");
        evidence_put_bytes(writer, buffer, count * states->bytes);
    }
    memory_free(memory, buffer, bytes);
}

/* Writes the next states. The writer has the error. */
static int put_states(void *context, const struct records *states, struct error *error) {
    struct state_writing *writing = context;
    (void)error;
    if (is_packed(writing)) {
        put_packed(writing, states);
    } else {
        put_lines(writing, states);
    }
    writing->written += states->count;
    if (is_packed(writing) && writing->written == writing->total) {
        evidence_put_text(writing->writer, "\n");
    }
    return writing->writer->failed ? -1 : 0;
}

/* , "packed": [1, 2, 2]: the bits of each number */
static void put_layout(struct evidence_writer *writer, const struct records *states) {
    for (uint32_t k = 0; k < states->fields; k++) {
        evidence_put_number(writer, k == 0 ? ", \"packed\": [" : ",", states->width[k]);
    }
    evidence_put_text(writer, "]");
}

/* [[0],[0,2]]: each set as a list */
static void put_sets(struct evidence_writer *writer, const struct certificate_runs *runs) {
    for (uint64_t i = 0; i < runs->set_count; i++) {
        uint64_t set = runs->sets[i];
        const char *before = i == 0 ? "[" : ",[";
        evidence_put_text(writer, set == 0 ? before : "");
        for (; set != 0; set &= set - 1) {
            evidence_put_number(writer, before, (uint64_t)__builtin_ctzll(set));
            before = ",";
        }
        evidence_put_text(writer, "]");
    }
}

static void put_conditions(struct evidence_writer *writer, const struct certificate_runs *runs) {
    for (uint64_t i = 0; i < runs->condition_count; i++) {
        const struct certificate_condition *condition = &runs->conditions[i];
        evidence_put_text(writer, i == 0 ? "" : ",");
        evidence_put_number(writer,
                            condition->is_process ? "{\"process\":" : "{\"labels\":", condition->number);
        if (condition->label != NULL) {
            evidence_put_json(writer, ",\"label\":", json_bytes(writer->run->memory, condition->label));
        }
        evidence_put_text(writer, "}");
    }
}

/* , "runs": {"obligations": [..], "sets": [..], "conditions": [..], "parts": [..]} */
static void put_runs(struct evidence_writer *writer, const struct certificate_runs *runs) {
    evidence_put_json(writer, ", \"runs\": {\"obligations\": ",
                      json_texts(writer->run->memory, runs->obligations, runs->obligation_count));
    evidence_put_text(writer, ", \"sets\": [");
    put_sets(writer, runs);
    evidence_put_text(writer, "], \"conditions\": [");
    put_conditions(writer, runs);
    evidence_put_text(writer, "], \"parts\": [");
    for (uint64_t i = 0; i < runs->part_count; i++) {
        evidence_put_text(writer, i == 0 ? "" : ",");
        evidence_put_state(writer, runs->parts[i], 3);
    }
    evidence_put_text(writer, "]}");
}

static void put_head(struct certificate *certificate, const struct state_writing *writing,
                     const struct records *states, const struct certificate_runs *runs,
                     const struct property *const *properties, uint32_t count) {
    struct evidence_writer *writer = &certificate->writer;
    evidence_put_head(writer, is_packed(writing) ? 2 : 1, "certificate", certificate->subject);
    evidence_put_text(writer, ", \"properties\": [");
    for (uint32_t i = 0; i < count; i++) {
        evidence_put_text(writer, i == 0 ? "" : ", ");
        evidence_put_property(writer, properties[i]);
    }
    evidence_put_text(writer, "]");
    if (runs != NULL) {
        put_runs(writer, runs);
    }
    evidence_put_number(writer, ", \"states\": ", writing->total);
    if (is_packed(writing)) {
        put_layout(writer, states);
    }
    evidence_put_text(writer, "}\n");
}

int certificate_add(certificate *certificate, const struct records *states,
                    const struct certificate_runs *runs, const struct property *const *properties,
                    uint32_t count, struct error *error) {
    struct evidence_writer *writer = &certificate->writer;
    const struct ranks *ranks = writer->run->ranks;
    struct state_writing writing = {.writer = writer, .total = states->count};
    const struct windows_sink sink = {
        .context = &writing, .put = put_states, .most_states = certificate->window};
    writer->error = error;
    ranks_sum(ranks, &writing.total, 1);
    int failed = writer->output == NULL && evidence_writer_open(writer, certificate->path) != 0;
    if (!failed) { /* of several ranks, the output of rank 0 alone is a file */
        put_head(certificate, &writing, states, runs, properties, count);
        failed = writer->failed;
    }
    if (ranks != NULL) {
        return state_windows_put(states, &sink, failed, error);
    }
    return failed ? -1 : put_states(&writing, states, error);
}

int certificate_finish(certificate *certificate, int *written, struct error *error) {
    output *output = certificate->writer.output;
    struct ranks *ranks = certificate->writer.run->ranks;
    certificate->writer.output = NULL;
    int failed = output == NULL ? 0 : output_finish(output, error);
    if (output != NULL) {
        failed = ranks_meet(ranks, RANKS_GRAPH, 0, failed != 0, error);
    }
    *written = output != NULL && failed == 0;
    certificate_discard(certificate);
    return failed;
}

void certificate_discard(certificate *certificate) {
    if (certificate != NULL) {
        output_discard(certificate->writer.output);
        memory_free(certificate->writer.run->memory, certificate, sizeof *certificate);
    }
}
