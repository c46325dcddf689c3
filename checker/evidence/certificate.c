/* Certificates: writes the reachable states one by one. */
#include "checker/evidence/certificate.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/evidence/evidence_put.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph_order.h"

struct certificate {
    const char *path;
    const struct evidence_subject *subject;
    struct evidence_writer writer; /* its output: NULL until something is added */
};

certificate *certificate_create(const char *path, const struct evidence_subject *subject,
                                const struct run *run, struct error *error) {
    certificate *certificate = memory_allocate_zeroed(run->memory, sizeof *certificate);
    if (certificate == NULL) {
        error_memory(error, "for a certificate");
        return NULL;
    }
    certificate->path = path;
    certificate->subject = subject;
    certificate->writer.run = run;
    return certificate;
}

/* The last number of a tuple is the observer's state. */
static void write_states(struct evidence_writer *writer, const struct exploration *exploration,
                         const uint64_t *keys) {
    struct memory *memory = writer->run->memory;
    struct model_view model = model_view_of(model_image(exploration->model));
    const struct model_header *header = model.header;
    const uint64_t *pairs = exploration_pairs(exploration);
    uint32_t components = header->components + (header->observer_states != 0);
    uint64_t row_words = fold_stride(header), states = exploration->result.states;
    uint64_t *row = memory_allocate_array(memory, row_words, sizeof *row);
    uint32_t *state = memory_allocate_array(memory, components, sizeof *state);
    if (row == NULL || state == NULL) {
        writer->failed = error_memory(writer->error, "for a certificate");
    }
    for (uint64_t i = 0; i < states && !writer->failed; i++) {
        fold_undo(header, pairs, keys + i * header->key_words, row);
        for (uint32_t c = 0; c < components; c++) {
            state[c] = model_field(model.component + c, row);
        }
        evidence_writer_report(writer, i, states, "states");
        evidence_put_state(writer, state, components);
        evidence_put_text(writer, "\n");
    }
    memory_free(memory, row, row_words * sizeof *row);
    memory_free(memory, state, components * sizeof *state);
}

int certificate_states(struct exploration *exploration, const struct run *run,
                       struct certified_states *states, struct error *error) {
    states->exploration = exploration;
    if (exploration_fetch(exploration, run, error) != 0) {
        return -1;
    }
    if (!exploration->space.levels_kept) {
        return error_memory(error, "for a certificate");
    }
    return graph_order_keys(exploration, run, &states->keys, error);
}

void certificate_states_free(struct certified_states *states, const struct run *run) {
    memory_range_close(run->memory, &states->keys);
    *states = (struct certified_states){0};
}

int certificate_add(certificate *certificate, const struct certified_states *states,
                    const struct property *const *properties, uint32_t count, struct error *error) {
    struct evidence_writer *writer = &certificate->writer;
    writer->error = error;
    if (writer->output == NULL && evidence_writer_open(writer, certificate->path) != 0) {
        return -1;
    }
    evidence_put_head(writer, "certificate", certificate->subject);
    evidence_put_text(writer, ", \"properties\": [");
    for (uint32_t i = 0; i < count; i++) {
        evidence_put_text(writer, i == 0 ? "" : ", ");
        evidence_put_property(writer, properties[i]);
    }
    evidence_put_number(writer, "], \"states\": ", states->exploration->result.states);
    evidence_put_text(writer, "}\n");
    write_states(writer, states->exploration, states->keys.base);
    return writer->failed ? -1 : 0;
}

int certificate_finish(certificate *certificate, int *written, struct error *error) {
    output *output = certificate->writer.output;
    certificate->writer.output = NULL;
    int failed = output == NULL ? 0 : output_finish(output, error);
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
