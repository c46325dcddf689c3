/*
 * Fuzzing the reader of labels of states, in either dialect, beside an MDP that is right: labels or an error
 * with a code, and no memory is left.
 */

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "frontend/formats/mdp_read.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)
#define STATES 40u

static void check(const struct mdp *mdp) {
    require(mdp->initial < STATES, "initial state");
    for (uint32_t label = 0; label < mdp->state_label_count; label++) {
        require(label == 0 || strcmp(mdp->state_label_text[label - 1], mdp->state_label_text[label]) < 0,
                "order of labels");
        require(mdp->state_labels[label][1] >> (STATES - 32) == 0, "labels of states that are not there");
        uint64_t bits = mdp->state_labels[label][0] | (uint64_t)mdp->state_labels[label][1] << 32;
        require(strcmp(mdp->state_label_text[label], "init") != 0 || bits == 0 ||
                    bits == (uint64_t)1 << mdp->initial,
                "the label of the initial state");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char transitions[] = "40 1 1\n0 0 39 1\n";
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    char path[64], label_path[64];
    int fd = fuzz_open(transitions, sizeof transitions - 1, path);
    int label_fd = fuzz_open(data, size, label_path);
    struct mdp *mdp = mdp_read(path, label_path, &run, &error);
    if (mdp != NULL) {
        check(mdp);
    } else {
        require(error.code == ERROR_INPUT || error.code == ERROR_MEMORY, "error code");
        require(error.text[0] != '\0' && strcmp(error.path, label_path) == 0, "error text");
    }
    mdp_free(mdp);
    require(memory_used(&memory) == 0, "memory left");
    close(fd);
    close(label_fd);
    return 0;
}
