/*
 * Fuzzing what `heddle convert` does: whatever the bytes are, an MDP of them can be written in every format
 * or is refused with a code, and what was written is read again: the same in .tra and DRN.
 */
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)
#define STATES_MOST 1000 /* larger ones take too long */

static char folder[] = "/tmp/fuzz-convert-XXXXXX";
static struct memory memory;
static struct run run;

static const char *name_of(const struct mdp *mdp, uint64_t edge) {
    return mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL ? "" : mdp->label_text[mdp->labels[edge]];
}

static double probability_of(const struct mdp *mdp, uint64_t edge) {
    return mdp->probabilities == NULL ? 1 : mdp->probabilities[edge];
}

static void require_same(const struct mdp *mdp, const struct mdp *again) {
    struct digraph graph = mdp_digraph(mdp), other = mdp_digraph(again);
    require(mdp->states == again->states && mdp->initial == again->initial && mdp->edges == again->edges &&
                mdp->choices == again->choices && mdp->chain == again->chain,
            "counts");
    require(memcmp(mdp->offsets, again->offsets, (mdp->states + 1) * sizeof *mdp->offsets) == 0, "rows");
    for (uint64_t edge = 0; edge < mdp->edges; edge++) {
        require(mdp->targets[edge] == again->targets[edge], "targets");
        require(digraph_begins(&graph, edge) == digraph_begins(&other, edge), "choices");
        require(strcmp(name_of(mdp, edge), name_of(again, edge)) == 0, "names");
        require(probability_of(mdp, edge) == probability_of(again, edge), "probabilities");
    }
}

static void check_error(const struct error *error) {
    require(error->code == ERROR_INPUT || error->code == ERROR_MEMORY || error->code == ERROR_LIMIT,
            "error code");
    require(error->text[0] != '\0', "error text");
}

static void check(const struct mdp *mdp, int format) {
    static const char *const names[] = {"out.tra", "out.drn", "out.aut", "out.aut"};
    char path[64], labels[64];
    struct error error = {.code = ERROR_NONE};
    snprintf(path, sizeof path, "%s/%s", folder, names[format]);
    snprintf(labels, sizeof labels, "%s/out.lab", folder);
    int failed =
        format == 0 ? mdp_write(mdp, path, &(struct mdp_write_options){.label_path = labels}, &run, &error)
        : format == 1
            ? mdp_write_drn(mdp, path, NULL, &run, &error)
            : mdp_write_aut(mdp, path, format == 2 ? MDP_DIALECT_CADP : MDP_DIALECT_MCRL2, &run, &error);
    if (failed) {
        check_error(&error);
        return;
    }
    /* Labels that are written unchanged are read unchanged. */
    struct mdp *again =
        mdp_read_as(path, &(struct mdp_read_options){.keep = 1, .plain = format == 2}, &run, &error);
    if (again == NULL) {
        fprintf(stderr, "%s\n", error.text);
    }
    require(again != NULL, "what was written is not read");
    if (format < 2) {
        require_same(mdp, again);
    } else {
        require(mdp->initial == again->initial || mdp->drawn_initial, "the initial state");
    }
    mdp_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"in.any", "in.aut"};
    if (run.memory == NULL) {
        require(mkdtemp(folder) != NULL, "folder");
        run = (struct run){.memory = &memory, .threads = 1};
    }
    memory_init(&memory, MEMORY_LIMIT);
    for (int plain = 0; plain < 2; plain++) {
        char path[64];
        struct error error = {.code = ERROR_NONE};
        write_file(folder, names[plain], data, size);
        snprintf(path, sizeof path, "%s/%s", folder, names[plain]);
        struct mdp *mdp =
            mdp_read_as(path, &(struct mdp_read_options){.keep = 1, .plain = plain}, &run, &error);
        for (int format = 0; mdp != NULL && format < 4 && mdp->states <= STATES_MOST; format++) {
            /* Labels that are no choices are for CADP alone. */
            if (!plain || format == 2) {
                check(mdp, format);
            }
        }
        if (mdp == NULL) {
            check_error(&error);
        }
        mdp_free(mdp);
        require(memory_used(&memory) == 0, "memory left");
    }
    return 0;
}
