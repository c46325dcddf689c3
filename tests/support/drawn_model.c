/* Random models with data in files: PRISM models, and networks with such. */
#include "tests/support/drawn_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "tests/random/random_mixed.h"
#include "tests/random/random_prism.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

static void write_file(const char *folder, const char *name, const char *text) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = test_present(fopen(path, "w"));
    fputs(text, file);
    fclose(file);
}

/* A PRISM model; its constants get their values, which are written to `given`, unless `constants` is 0: then
 * a model without such is drawn. */
static void write_model(struct drawn_model *drawn, uint64_t seed, const char *folder, const char *name,
                        int constants, char given[64]) {
    struct random_prism random;
    struct error error;
    char *text = NULL;
    *given = '\0';
    memset(&random, 0, sizeof random);
    do {
        free(text);
        text = random_prism_model(&random, seed, given);
        seed += 1000003;
    } while (!constants && *given != '\0');
    write_file(folder, name, text);
    free(text);
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&drawn->definitions, given, &error) == 0);
}

/* Two PRISM models, and twice the first one or a table. */
static void write_pair(struct drawn_model *drawn, uint64_t seed, const char *folder) {
    static const char *const operators[] = {"|[a0]|", "|[a0, a1]|", "||", "|||"};
    static const char *const thirds[] = {"\"m.prism\"", "\"t.aut\"", "hide a1 in \"t.aut\" end hide"};
    static const char *const priorities[] = {"", "", "prio a0 > a1", "prio a1 > i, a0 > i", "prio i > a0"};
    char text[600], given[64], none[64];
    uint64_t random = seed;
    write_model(drawn, seed, folder, "m.prism", 1, given);
    write_model(drawn, seed + 500009, folder, "o.prism", 0, none);
    const char *one = operators[random_draw(&random, 4)], *third = thirds[random_draw(&random, 3)];
    const char *other = operators[random_draw(&random, 4)];
    const char *priority = priorities[random_draw(&random, 5)];
    /* The same values, for a model of its own, where another one takes those of --const. */
    const int with = *given != '\0' && third == thirds[0] && random_draw(&random, 2) == 0;
    snprintf(text, sizeof text,
             "%s%s(rename a2 -> a1 in \"m.prism\"%s%s end rename %s \"o.prism\") %s %s%s\n", priority,
             *priority == '\0' ? "" : " in ", with ? " with " : "", with ? given : "", one, other, third,
             *priority == '\0' ? "" : " end prio");
    write_file(folder, "main.exp", text);
    write_file(folder, "t.aut", "des (0, 5, 3)\n(0, a0, 1)\n(1, a1, 2)\n(2, a0, 0)\n(2, i, 2)\n(0, a1, 0)\n");
}

/* A random network, some of whose processes have become PRISM models; 0 if none has, or the network has what
 * is refused beside them. */
static int draw_mixed(struct drawn_model *drawn, uint64_t seed, const char *folder) {
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder, &drawn->network), 0);
    const uint32_t *features = drawn->network.features;
    const int possible =
        features[RANDOM_STOCHASTIC] == 0 && random_mixed_convert(&drawn->network, folder, seed) > 0;
    memset(drawn->network.features, 0, sizeof drawn->network.features);
    return possible;
}

void drawn_model_open(struct drawn_model *drawn, uint64_t seed, const char *folder) {
    char given[64];
    memset(drawn, 0, sizeof *drawn);
    memory_init(&drawn->memory, UINT64_MAX);
    drawn->definitions.memory = &drawn->memory;
    if (seed % 4 != 2 || !draw_mixed(drawn, seed, folder)) {
        memset(&drawn->network, 0, sizeof drawn->network);
        drawn->network.seed = seed;
        drawn->network.options.ignore_case = seed % 8 == 0;
        snprintf(drawn->network.path, sizeof drawn->network.path, "%s/%s", folder,
                 seed % 4 == 3 ? "main.exp" : "model.prism");
        if (seed % 4 == 3) {
            write_pair(drawn, seed, folder);
        } else {
            write_model(drawn, seed, folder, "model.prism", 1, given);
        }
    }
    drawn->network.options.definitions = &drawn->definitions;
}

void drawn_model_close(struct drawn_model *drawn) {
    definitions_free(&drawn->definitions);
    CU_ASSERT_EQUAL(memory_used(&drawn->memory), 0);
}

static unsigned check_model(struct explored_model *model, uint64_t most_states,
                            unsigned (*check)(struct explored_model *model, void *context), void *context) {
    unsigned wrong = 0;
    memory_init(&model->memory, (uint64_t)1 << 30);
    model->run = (struct run){.memory = &model->memory, .threads = 1};
    model->tree = language_read(model->drawn->path, &model->drawn->options, &model->run, &model->error);
    model->graph = model->tree == NULL ? NULL : oracle_explore_model(model->tree, most_states);
    if (model->graph != NULL && model->graph->outcome == ORACLE_DONE) {
        model->network = language_compile(model->tree, &model->run, &model->error);
    }
    if (model->network != NULL) {
        wrong = check(model, context);
    }
    network_free(&model->memory, model->network);
    oracle_free(model->graph);
    language_free(model->tree);
    return wrong + (memory_used(&model->memory) != 0);
}

void drawn_models_check(int with_data, uint64_t cases, uint64_t seed, uint64_t most_states,
                        unsigned (*check)(struct explored_model *model, void *context), void *context) {
    struct test_folder folder;
    unsigned wrong = 0;
    seed = number_from_environment("HEDDLE_SEED", seed);
    test_folder_create(&folder);
    for (uint64_t i = 0; i < cases && wrong == 0; i++) {
        struct drawn_model drawn;
        struct explored_model model = {.drawn = &drawn.network, .folder = folder.path, .number = i};
        if (with_data) {
            drawn_model_open(&drawn, seed + i, folder.path);
        } else {
            CU_ASSERT_EQUAL_FATAL(random_network_generate(seed + i, folder.path, &drawn.network), 0);
        }
        wrong = check_model(&model, most_states, check, context);
        if (wrong != 0) {
            fprintf(stderr, "seed %llu: something is wrong with %s\n", (unsigned long long)(seed + i),
                    drawn.network.path);
        }
        if (with_data) {
            drawn_model_close(&drawn);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    if (wrong == 0) {
        test_folder_remove(&folder);
    }
}
