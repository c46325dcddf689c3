/*
 * Fuzzing the EXP reader and the composer: whatever the text is, there is a network that keeps what network.h
 * promises or an error with a code, and no memory is left. A few small AUT files and one EXP file lie beside
 * it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/fuzz/fuzz.h"

#define MEMORY_LIMIT ((uint64_t)256 << 20)
#define SECONDS 8.0

static void fill_folder(const char *folder) {
    write_text(folder, "x.aut", "des (0,3,2)\n(0,a,1)\n(1,b,0)\n(1,i,0)\n");
    write_text(folder, "y.aut", "des (0,3,2)\n(0,a,1)\n(1,\"G !1\",0)\n(1,exit,0)\n");
    write_text(folder, "p.aut",
               "des (0,3,2)\n(0,\"a; prob 0.5\",1)\n(0,\"a; prob 0.5\",0)\n(1,\"rate 2\",0)\n");
    write_text(folder, "d.aut", "des (0,1,2)\n(0,\"a\",1 1/2 0)\n");
    write_text(folder, "sub.exp", "hide b in x.aut |[a]| y.aut end hide");
}

static void check_rule(const struct network *network, uint64_t index) {
    const struct network_rule *rule = &network->rules[index];
    int final = index >= network->sub_rule_count;
    require(rule->participants_begin < rule->participants_end, "a rule has participants");
    require(rule->participants_end <= network->participant_count && rule->needs_end <= network->need_count &&
                rule->falsifies_end <= network->falsify_count,
            "ranges");
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const struct network_participant *participant = &network->participants[i];
        require(participant->component < network->component_count, "component");
        require(participant->class_index < network->components[participant->component].classes, "class");
        require(i == rule->participants_begin || participant[-1].component < participant->component,
                "sorted");
    }
    for (uint64_t i = rule->needs_begin; i < rule->needs_end; i++) {
        require(network->needs[i] < network->guards && rule->stratum > 0, "needs");
    }
    for (uint64_t i = rule->falsifies_begin; i < rule->falsifies_end; i++) {
        require(network->falsifies[i] < network->guards, "falsifies");
    }
    require(final == (rule->stratum == network->strata - 1), "stratum");
    require(final == (rule->falsifies_begin == rule->falsifies_end), "sub-rules falsify");
    require(!final || rule->label < network->label_count, "label");
    if (index > 0 && index != network->sub_rule_count) {
        require(final ? rule[-1].label <= rule->label : rule[-1].stratum <= rule->stratum, "order of rules");
    }
}

static void check(const struct network *network) {
    for (uint64_t i = 0; i < network->rule_count; i++) {
        check_rule(network, i);
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        require(i == 0 || strcmp(network->labels[i - 1].text, network->labels[i].text) < 0,
                "order of labels");
    }
    for (uint32_t i = 0; i < network->component_count; i++) {
        const struct network_component *component = &network->components[i];
        for (uint32_t j = 0; j < component->lts->label_count; j++) {
            require(component->class_of[j] == NETWORK_DEAD_CLASS ||
                        component->class_of[j] < component->classes,
                    "classes");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory memory;
    memory_init(&memory, MEMORY_LIMIT);
    struct run run = {.memory = &memory, .threads = 1, .deadline = run_clock() + SECONDS};
    struct error error = {.code = ERROR_NONE};
    /* The size draws the options. */
    struct exp_options options = {
        .ignore_case = size % 2, .independent = size / 2 % 2, .regex_extended = size / 4 % 2};
    const char *folder = fuzz_folder(fill_folder);
    write_file(folder, "main.exp", data, size);
    char path[96];
    snprintf(path, sizeof path, "%s/main.exp", folder);
    exp_tree *tree = exp_tree_read(path, &options, &run, &error);
    struct network *network = tree == NULL ? NULL : network_compose(tree, &run, &error);
    if (network != NULL) {
        check(network);
    } else {
        require(error.code != ERROR_NONE && error.code != ERROR_USAGE && error.text[0] != '\0', "error");
        require_position(&error);
    }
    network_free(&memory, network);
    exp_tree_free(tree);
    require(memory_used(&memory) == 0, "memory left");
    return 0;
}
