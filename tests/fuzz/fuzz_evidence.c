/*
 * Fuzzing the reader of evidence and the verifier: whatever the bytes are, evidence about one small network
 * is confirmed, refuted with a reason or refused with a code, and no memory is left.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify/evidence_read.h"
#include "checker/verify/trace_follow.h"
#include "checker/verify/verify.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/aut.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)64 << 20)
#define SECONDS 4.0

/* What the corpus calls the monitor: the same file for all processes. */
#define MONITOR "/dev/shm/heddle-fuzz-monitor.aut"

static void fill_folder(const char *folder) {
    require(freopen("/dev/null", "r", stdin) != NULL, "standard input"); /* "-" is a path, too */
    write_text(folder, "x.aut", "des (0,4,3)\n(0,a,1)\n(0,a,2)\n(1,\"b !1\",0)\n(2,i,2)\n");
    write_text(folder, "n.exp", "x.aut |[b]| x.aut");
    write_text(folder, "m.tra", "3 4 5\n0 0 1 0.5 a\n0 0 2 0.5 a\n1 0 1 1 b\n2 0 0 1 c\n2 1 2 1 b\n");
    write_text(folder, "m.lab", "0=\"init\" 1=\"won\"\n0: 0\n1: 1\n");
    write_text("/dev/shm", strrchr(MONITOR, '/') + 1,
               "des (0,4,4)\n(0,a,0)\n(0,a,1)\n(1,i,2)\n(2,ERROR,3)\n");
}

static void check(int status, const struct verification *verification, const struct error *error) {
    if (status == 0) {
        require(verification->reason[0] != '\0', "reason");
    } else {
        require(error->code != ERROR_NONE && error->text[0] != '\0', "error");
    }
}

/* Both inputs are the network, the component as a stored graph, or the MDP. */
static int verify_piece(evidence_reader *reader, const struct evidence *evidence, const struct run *run,
                        language_tree *tree, struct verification *verification, struct error *error) {
    char path[96];
    struct verify_input input = {.tree = evidence->input == EVIDENCE_NETWORK ? tree : NULL};
    label_table *labels = label_table_create(run->memory, 0, NULL, 0);
    struct lts *graph = NULL;
    struct mdp *mdp = NULL;
    const struct evidence *second = evidence->second;
    require(labels != NULL, "labels");
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(fill_folder),
             evidence->input == EVIDENCE_GRAPH ? "x.aut" : "m.tra");
    if (evidence->input == EVIDENCE_GRAPH) {
        graph = aut_read(path, labels, run, error);
    } else if (evidence->input == EVIDENCE_MDP || (second != NULL && second->input == EVIDENCE_MDP)) {
        mdp = mdp_read_as(path, &(struct mdp_read_options){.keep = second != NULL}, run, error);
    }
    require(input.tree != NULL || graph != NULL || mdp != NULL, "input");
    input.graph = graph;
    input.labels = labels;
    input.mdp = evidence->input == EVIDENCE_MDP ? mdp : NULL;
    input.second = second != NULL && second->input == EVIDENCE_NETWORK ? tree : NULL;
    input.second_mdp = second != NULL && second->input == EVIDENCE_MDP ? mdp : NULL;
    int status = verify_evidence(reader, evidence, &input, run, verification, error);
    lts_free(run->memory, graph);
    mdp_free(mdp);
    label_table_free(labels);
    return status;
}

static void verify_json(evidence_reader *reader, const struct run *run, language_tree *tree) {
    const struct evidence *evidence;
    struct verification verification;
    struct error error = {.code = ERROR_NONE};
    int status = evidence_read(reader, &evidence, &error);
    while (status == 1) {
        int failed = verify_piece(reader, evidence, run, tree, &verification, &error);
        check(failed, &verification, &error);
        verification_free(&verification, run);
        if (failed || !verification.confirmed) {
            return;
        }
        status = evidence_read(reader, &evidence, &error);
    }
    require(status == 0 || (error.code != ERROR_NONE && error.text[0] != '\0'), "error");
    if (status != 0) {
        require_position(&error);
    }
}

static void verify_aut(const char *file, const struct run *run, language_tree *tree) {
    struct verification verification;
    struct error error = {.code = ERROR_NONE};
    struct trace_labels labels;
    if (trace_read_labels(file, language_labels(tree), run, &labels, &error) == 0) {
        check(verify_labels(&labels, NULL, tree, run, &verification, &error), &verification, &error);
        verification_free(&verification, run);
    }
    trace_labels_free(&labels, run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1, .deadline = run_clock() + SECONDS};
    struct error error = {.code = ERROR_NONE};
    struct exp_options options = {0};
    const char *folder = fuzz_folder(fill_folder);
    write_file(folder, "evidence", data, size);
    char file[96], network[96];
    snprintf(file, sizeof file, "%s/evidence", folder);
    snprintf(network, sizeof network, "%s/n.exp", folder);
    language_tree *tree = language_read(network, &options, &run, &error);
    require(tree != NULL, "network");
    evidence_reader *reader = evidence_open(file, &run, &error);
    int aut = reader == NULL ? -1 : evidence_is_aut(reader, &error);
    require(aut >= 0 || (error.code != ERROR_NONE && error.text[0] != '\0'), "error");
    if (aut == 0) {
        verify_json(reader, &run, tree);
    }
    evidence_close(reader);
    if (aut > 0) {
        verify_aut(file, &run, tree);
    }
    language_free(tree);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
