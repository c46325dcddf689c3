/* Models in files of a workplace. */
#include "tests/support/place_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text/definitions.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

int placed_model_load(struct placed_model *placed, const char *text, const char *given) {
    struct definitions definitions = {.memory = &place.memory};
    struct exp_options options = {.definitions = &definitions};
    const char *path = test_folder_write(&place.folder, "model.prism", text);
    *placed = (struct placed_model){NULL};
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&definitions, given, &place.error) == 0);
    int failed = language_load(path, &options, &place.run, &placed->tree, &placed->network, &place.error);
    definitions_free(&definitions);
    return failed;
}

int placed_model_draw(struct placed_model *placed, struct random_prism *random, uint64_t seed) {
    char given[64];
    char *text = random_prism_model(random, seed, given);
    int failed = placed_model_load(placed, text, given);
    placed->text = text;
    return failed;
}

int placed_model_draw_network(struct placed_model *placed, uint64_t seed) {
    struct random_network random;
    *placed = (struct placed_model){NULL};
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, test_folder_name(&place.folder), &random), 0);
    placed->tree = language_read(random.path, &random.options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(placed->tree);
    placed->network = language_compile(placed->tree, &place.run, &place.error);
    return placed->network == NULL ? -1 : 0;
}

model *placed_model_compile(struct placed_model *placed, const struct model_options *layout) {
    placed->model = model_compile(placed->network, layout, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(placed->model);
    return placed->model;
}

void placed_model_free(struct placed_model *placed) {
    model_free(placed->model);
    network_free(&place.memory, placed->network);
    language_free(placed->tree);
    free(placed->text);
}

unsigned placed_model_tell(const struct placed_model *placed, uint64_t seed, const char *what) {
    if (what != NULL) {
        printf("\nHEDDLE_SEED=%" PRIu64 ": %s (%s)\n%s\n", seed, what, place.error.text,
               placed->text == NULL ? "" : placed->text);
    }
    return what != NULL;
}

unsigned placed_model_judge(struct random_prism *random, uint64_t seed,
                            const char *(*judge)(void *context, struct placed_model *placed, uint64_t seed),
                            void *context) {
    struct placed_model placed;
    const int failed =
        random != NULL ? placed_model_draw(&placed, random, seed) : placed_model_draw_network(&placed, seed);
    const unsigned wrong = failed ? 0 : placed_model_tell(&placed, seed, judge(context, &placed, seed));
    placed_model_free(&placed);
    return wrong;
}

prism_tree *prism_text_read(const char *text, const char *given) {
    struct definitions definitions = {.memory = &place.memory};
    place.error.code = ERROR_NONE;
    CU_ASSERT_FATAL(*given == '\0' || definitions_add(&definitions, given, &place.error) == 0);
    prism_tree *tree = prism_tree_read(test_folder_write(&place.folder, "model.prism", text), &definitions,
                                       &place.run, &place.error);
    definitions_free(&definitions);
    return tree;
}
