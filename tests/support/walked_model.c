/* Models and their graphs (walked_model.h). */
#include "tests/support/walked_model.h"

#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* Begins with the model that was placed, or failed to be. */
int walked_model_open(struct walked_model *model, int failed) {
    const struct placed_model alone = model->alone;
    *model = (struct walked_model){
        .alone = alone, .tree = alone.tree, .network = alone.network, .path = "model.prism", .of = ""};
    model->walker = failed ? NULL : language_walk(model->tree, &place.run, &place.error);
    model->of_model = model->walker;
    return model->walker == NULL ? -1 : 0;
}

int walked_model_read(struct walked_model *model, const char *path, const struct exp_options *options) {
    *model = (struct walked_model){.path = path, .of = ""};
    if (language_load(path, options, &place.run, &model->alone.tree, &model->alone.network, &place.error) !=
        0) {
        return -1;
    }
    model->tree = model->alone.tree;
    model->network = model->alone.network;
    model->walker = model->of_model = language_walk(model->tree, &place.run, &place.error);
    return model->walker == NULL ? -1 : 0;
}

void walked_model_free(struct walked_model *model) {
    if (model->of_model != model->walker) {
        walker_free(model->of_model);
    }
    walker_free(model->walker);
    if (model->tree != model->alone.tree) {
        network_free(&place.memory, model->network);
        language_free(model->tree);
    }
    placed_model_free(&model->alone);
}

/* Makes the model a process of a network. */
int walked_model_join(struct walked_model *model, uint64_t seed) {
    static const char *const networks[][2] = {
        {"\"model.prism\"\n", ""},
        {"\"model.prism\"\n", "model:"},
        {"\"flip.prism\" ||| \"model.prism\"\n", " model : "},
        {"hide a1 in \"model.prism\" end hide |[a0]| \"flip.prism\"\n", "model#1:"},
        {"\"model.prism\" ||| \"flip.aut\"\n", ""},
    };
    const char *const *network = networks[seed % LENGTH(networks)];
    const struct exp_options *options = language_options(model->alone.tree);
    test_folder_write(&place.folder, "flip.prism",
                      "mdp module m f : bool; [a0] true -> (f'=!f); [] f -> true; endmodule\n");
    test_folder_write(&place.folder, "flip.aut", "des (0, 2, 2)\n(0, a0, 1)\n(1, a0, 0)\n");
    const char *path = test_folder_write(&place.folder, "main.exp", network[0]);
    model->walker = NULL;
    model->path = "main.exp";
    model->of = network[1];
    if (language_load(path, options, &place.run, &model->tree, &model->network, &place.error) != 0) {
        model->tree = model->alone.tree;
        return -1;
    }
    model->walker = language_walk(model->tree, &place.run, &place.error);
    return model->walker == NULL ? -1 : 0;
}

/* The number of a state, which is added if there is room; UINT32_MAX if not. */
static uint32_t number_of(struct walked_model *model, const uint32_t *tuple) {
    uint64_t bytes = model->width * sizeof *tuple;
    uint32_t number = 0;
    while (number < model->states && memcmp(model->tuples[number], tuple, bytes) != 0) {
        number++;
    }
    if (number == WALKED_MOST_STATES) {
        return UINT32_MAX;
    }
    if (number == model->states) {
        memcpy(model->tuples[model->states++], tuple, bytes);
    }
    return number;
}

/* Finds all states and transitions. Returns 0 if there are too many, or one has an error. */
int walked_model_explore(struct walked_model *model) {
    const uint32_t *initial = walker_initial(model->walker, &model->initial);
    uint32_t target[32];
    model->width = walker_components(model->walker);
    if (model->width > LENGTH(target)) {
        return 0;
    }
    for (uint64_t i = 0; i < model->initial; i++) {
        if (number_of(model, initial + i * model->width) == UINT32_MAX) {
            return 0;
        }
    }
    for (uint32_t s = 0; s < model->states; s++) {
        const struct walker_transition *transitions;
        uint64_t count;
        model->offsets[s] = model->edges;
        if (walker_transitions(model->walker, model->tuples[s], &transitions, &count, &place.error) != 0 ||
            model->edges + count > WALKED_MOST_EDGES) {
            return 0;
        }
        for (uint64_t t = 0; t < count; t++) {
            walker_target(model->walker, model->tuples[s], &transitions[t], target);
            model->label[model->edges] = transitions[t].label;
            model->target[model->edges] = number_of(model, target);
            model->movers[model->edges] = 0;
            for (uint32_t m = 0; m < transitions[t].move_count; m++) {
                model->movers[model->edges] |= 1u << transitions[t].moves[m].component % 32;
            }
            if (model->target[model->edges++] == UINT32_MAX) {
                return 0;
            }
        }
    }
    model->offsets[model->states] = model->edges;
    return 1;
}

/* --- predicates --- */

static void put_term(const struct walked_model *model, uint64_t *random, FILE *out) {
    uint32_t variable = random_draw(random, walker_components(model->of_model));
    struct walker_variable of = walker_variable(model->of_model, variable);
    const char *name = walker_name(model->of_model, variable);
    if (of.is_bool) {
        fprintf(out, "%s%s", random_draw(random, 2) ? "" : "!", name);
        return;
    }
    static const char *const comparisons[] = {"=", "!=", "<=", "<", ">", ">="};
    uint64_t values = walker_local_states(model->of_model, variable); /* up to 2^32 */
    values = values < UINT32_MAX ? values : UINT32_MAX;
    fprintf(out, "%s%s", name, comparisons[random_draw(random, LENGTH(comparisons))]);
    int64_t value = of.lowest + random_draw(random, (uint32_t)values);
    fprintf(out, value == INT32_MIN ? "%lld-1" : "%lld", (long long)value + (value == INT32_MIN));
}

void walked_model_put_test(const struct walked_model *model, uint64_t *random, FILE *out) {
    const struct prism_model *prism = prism_tree_model(language_prism(model->alone.tree));
    fprintf(out, "{%s", model->of);
    switch (random_draw(random, 10)) {
    case 0:
        fputs("\"init\"", out);
        break;
    case 1:
    case 2:
        if (prism->label_count > 0) {
            fprintf(out, "\"%s\"", prism->labels[random_draw(random, prism->label_count)].name.text);
            break;
        }
        put_term(model, random, out);
        break;
    case 3:
        put_term(model, random, out);
        fputs(random_draw(random, 2) ? " & " : " | ", out);
        put_term(model, random, out);
        break;
    case 4:
        if (random_draw(random, 6) == 0) { /* may have no value */
            fputs("mod(7, ", out);
            fprintf(out, "%s)=1 | true",
                    walker_variable(model->of_model, 0).is_bool ? "2" : walker_name(model->of_model, 0));
            break;
        }
        put_term(model, random, out);
        break;
    default:
        put_term(model, random, out);
        break;
    }
    fputs("}", out);
}
