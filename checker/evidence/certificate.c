/* Certificates: writes the reachable states one by one. */
#include "checker/evidence/certificate.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "checker/evidence/evidence_put.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/graph/graph_order.h"

#define REPORT_STATES 65536u

struct certificate {
    const char *path;
    const struct evidence_subject *subject;
    const struct run *run;
    output *output; /* NULL until something is added */
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
    certificate->run = run;
    return certificate;
}

static int report(const struct run *run, uint64_t done, uint64_t total, struct error *error) {
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while the certificate was written");
    }
    run_tell(run, "certifying", done, total, "states");
    return 0;
}

/* The last number of a tuple is the observer's state. */
static int write_states(certificate *certificate, const struct exploration *exploration, const uint64_t *keys,
                        struct error *error) {
    const struct run *run = certificate->run;
    struct model_view model = model_view_of(model_image(exploration->model));
    const struct model_header *header = model.header;
    const uint64_t *pairs = exploration_pairs(exploration);
    uint32_t components = header->components + (header->observer_states != 0);
    uint64_t row_words = fold_stride(header);
    uint64_t *row = memory_allocate_array(run->memory, row_words, sizeof *row);
    uint32_t *state = memory_allocate_array(run->memory, components, sizeof *state);
    int failed = 0;
    if (row == NULL || state == NULL) {
        failed = error_memory(error, "for a certificate");
    }
    for (uint64_t i = 0; i < exploration->result.states && !failed; i++) {
        fold_undo(header, pairs, keys + i * header->key_words, row);
        for (uint32_t c = 0; c < components; c++) {
            state[c] = model_field(model.component + c, row);
        }
        failed = (i % REPORT_STATES == 0 && report(run, i, exploration->result.states, error) != 0) ||
                 evidence_put_state(certificate->output, state, components, error) ||
                 output_text(certificate->output, "\n", error);
    }
    memory_free(run->memory, row, row_words * sizeof *row);
    memory_free(run->memory, state, components * sizeof *state);
    return failed ? -1 : 0;
}

static int write_head(certificate *certificate, uint64_t states, const struct property *const *properties,
                      uint32_t count, struct error *error) {
    output *output = certificate->output;
    struct memory *memory = certificate->run->memory;
    int failed = evidence_put_head(output, "certificate", certificate->subject, memory, error) ||
                 output_text(output, ", \"properties\": [", error);
    for (uint32_t i = 0; i < count && !failed; i++) {
        failed = (i > 0 && output_text(output, ", ", error)) ||
                 evidence_put_property(output, properties[i], memory, error);
    }
    return failed || output_text(output, "], \"states\": ", error) || output_number(output, states, error) ||
                   output_text(output, "}\n", error)
               ? -1
               : 0;
}

int certificate_add(certificate *certificate, struct exploration *exploration,
                    const struct property *const *properties, uint32_t count, struct error *error) {
    struct memory_range keys = {0};
    if (exploration_fetch(exploration, certificate->run, error) != 0) {
        return -1;
    }
    if (!exploration->space.levels_kept) {
        return error_memory(error, "for a certificate");
    }
    if (certificate->output == NULL) {
        certificate->output = output_create(certificate->run, certificate->path, error);
        if (certificate->output == NULL) {
            return -1;
        }
    }
    int failed = graph_order_keys(exploration, certificate->run, &keys, error) != 0 ||
                 write_head(certificate, exploration->result.states, properties, count, error) != 0 ||
                 write_states(certificate, exploration, keys.base, error) != 0;
    memory_range_close(certificate->run->memory, &keys);
    return failed ? -1 : 0;
}

int certificate_finish(certificate *certificate, int *written, struct error *error) {
    int failed = 0;
    *written = 0;
    if (certificate->output != NULL) {
        failed = output_finish(certificate->output, error);
        certificate->output = NULL;
        *written = failed == 0;
    }
    certificate_discard(certificate);
    return failed;
}

void certificate_discard(certificate *certificate) {
    if (certificate != NULL) {
        output_discard(certificate->output);
        memory_free(certificate->run->memory, certificate, sizeof *certificate);
    }
}
