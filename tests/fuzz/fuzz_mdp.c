/*
 * Fuzzing the readers of MDPs: whatever the bytes are (PRISM's or Storm's transitions, DRN, AUT, compressed
 * or not), there is an MDP that keeps what mdp.h promises or an error with a code, and no memory is left.
 */

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)

static void check(const struct mdp *mdp) {
    struct digraph graph = mdp_digraph(mdp);
    uint64_t choices = 0;
    require(mdp->states > 0 && mdp->initial < mdp->states, "initial state");
    require(mdp->offsets[0] == 0 && mdp->offsets[mdp->states] == mdp->edges, "row ends");
    require(mdp->begins != NULL || mdp->choices == mdp->edges, "the bitmap");
    for (uint64_t state = 0; state < mdp->states; state++) {
        require(mdp->offsets[state] <= mdp->offsets[state + 1], "rows");
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
            int begins = digraph_begins(&graph, edge);
            require(begins || edge > mdp->offsets[state], "a row begins a choice");
            require(mdp->targets[edge] < mdp->states, "targets");
            require(begins || mdp->targets[edge - 1] < mdp->targets[edge], "order of a choice");
            if (mdp->labels != NULL) {
                uint32_t label = mdp->labels[edge];
                require(label == MDP_NO_LABEL || label < mdp->label_count, "labels");
                require(begins || label == mdp->labels[edge - 1], "label of a choice");
            }
            choices += (uint64_t)begins;
        }
    }
    require(choices == mdp->choices, "choices");
    for (uint32_t label = 1; label < mdp->label_count; label++) {
        require(strcmp(mdp->label_text[label - 1], mdp->label_text[label]) < 0, "order of labels");
    }
    for (uint32_t label = 0; label < mdp->state_label_count; label++) {
        uint32_t bits = 0;
        for (uint64_t word = 0; word < bitmap_words(mdp->states); word++) {
            bits |= mdp->state_labels[label][word];
        }
        require(strcmp(mdp->state_label_text[label], "init") != 0 || bits == 0 ||
                    bitmap_has(mdp->state_labels[label], mdp->initial),
                "the label of the initial state");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    char path[64];
    int fd = fuzz_open(data, size, path);
    struct mdp *mdp = mdp_read(path, NULL, &run, &error);
    if (mdp != NULL) {
        check(mdp);
    } else {
        require_refusal(&error, path);
    }
    mdp_free(mdp);
    require(memory_used(&memory) == 0, "memory left");
    close(fd);
    return 0;
}
