/* Models and their graphs (walked_model.h). */
#include "tests/support/walked_model.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
        {"\"model.prism\" |[a0]| \"flip.aut\"\n", ""},
        {"\"flip.prism\" |[a0]| \"model.prism\"\n", "model:"},
    };
    const char *const *network = networks[seed % LENGTH(networks)];
    const struct exp_options *options = language_options(model->alone.tree);
    model->joined = network[0];
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
            for (uint32_t m = 0; m < transitions[t].move_count && model->network->data == NULL; m++) {
                model->movers[model->edges] |= 1u << transitions[t].moves[m].component % 32;
            }
            if (model->target[model->edges++] == UINT32_MAX) {
                return 0;
            }
        }
    }
    model->offsets[model->states] = model->edges;
    model->has_movers = model->network->data == NULL;
    return 1;
}

/* --- marks --- */

/* The same model with marks. Its components are the model's, marks, and nothing else. */
struct marked_model {
    language_tree *tree;
    walker *walker;
    uint32_t width, component_of[64], process_of[64]; /* UINT32_MAX: a mark; no process */
};

/* The model's own copy of a label. */
static const char *label_in(const struct walked_model *model, const char *text) {
    uint32_t label = 0;
    while (label < walker_label_count(model->walker) &&
           strcmp(walker_label(model->walker, label), text) != 0) {
        label++;
    }
    CU_ASSERT_FATAL(label < walker_label_count(model->walker));
    return walker_label(model->walker, label);
}

/* The name "m" or "model.m" of the process whose mark is "t_m" or "model.t_m"; NULL for other names. */
static const char *process_marked(const char *name, char process[128]) {
    const char *dot = strrchr(name, '.'), *own = dot == NULL ? name : dot + 1;
    snprintf(process, 128, "%.*s%s", (int)(own - name), name, own + 2);
    return strncmp(own, "t_", 2) == 0 ? process : NULL;
}

static uint32_t process_named(const walker *walker, const char *name) {
    uint32_t process = 0;
    while (process < walker_processes(walker) && strcmp(walker_process_name(walker, process), name) != 0) {
        process++;
    }
    return process < walker_processes(walker) ? process : UINT32_MAX;
}

static uint32_t component_named(const walker *walker, const char *name) {
    uint32_t component = 0;
    while (component < walker_components(walker) && strcmp(walker_name(walker, component), name) != 0) {
        component++;
    }
    return component < walker_components(walker) ? component : UINT32_MAX;
}

static void find_marks(const struct walked_model *model, struct marked_model *marked) {
    char name[128];
    uint32_t found = 0;
    marked->width = walker_components(marked->walker);
    CU_ASSERT_FATAL(marked->width <= LENGTH(marked->component_of));
    for (uint32_t c = 0; c < marked->width; c++) {
        const char *own = walker_name(marked->walker, c), *process = process_marked(own, name);
        marked->component_of[c] = component_named(model->walker, own);
        /* a component that is a process, or a mark */
        marked->process_of[c] = process_named(model->walker, process == NULL ? own : process);
        found += marked->component_of[c] != UINT32_MAX;
        CU_ASSERT_FATAL(process == NULL
                            ? marked->component_of[c] != UINT32_MAX
                            : marked->component_of[c] == UINT32_MAX && marked->process_of[c] != UINT32_MAX);
    }
    CU_ASSERT_EQUAL_FATAL(found, model->width);
}

/* Reads the model with marks. */
static void open_marked(const struct walked_model *model, uint64_t seed, struct marked_model *marked) {
    struct random_prism random = {.marked = 1};
    char given[64], folder[600];
    char *text = random_prism_model(&random, seed, given);
    snprintf(folder, sizeof folder, "%s", test_folder_path(&place.folder, "marked"));
    mkdir(folder, 0700);
    test_folder_write(&place.folder, "marked/model.prism", text);
    test_folder_write(&place.folder, "marked/flip.prism",
                      "mdp module m t_m : bool; f : bool; [a0] true -> (f'=!f) & (t_m'=!t_m); "
                      "[] f -> (t_m'=!t_m); endmodule\n");
    test_folder_write(&place.folder, "marked/flip.aut", "des (0, 2, 2)\n(0, a0, 1)\n(1, a0, 0)\n");
    const char *path = model->joined == NULL
                           ? test_folder_path(&place.folder, "marked/model.prism")
                           : test_folder_write(&place.folder, "marked/main.exp", model->joined);
    marked->tree = language_read(path, language_options(model->alone.tree), &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(marked->tree);
    marked->walker = language_walk(marked->tree, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(marked->walker);
    find_marks(model, marked);
    free(text);
}

/* Adds the transitions of a state, in which all marks are false. Returns 0 if there is no room. */
static int add_marked(struct walked_model *model, const struct marked_model *marked, uint32_t state) {
    const struct walker_transition *transitions;
    uint32_t from[64] = {0}, to[64], target[32];
    uint64_t count;
    for (uint32_t c = 0; c < marked->width; c++) {
        from[c] = marked->component_of[c] == UINT32_MAX ? 0 : model->tuples[state][marked->component_of[c]];
    }
    CU_ASSERT_EQUAL_FATAL(walker_transitions(marked->walker, from, &transitions, &count, &place.error), 0);
    if (model->edges + count > WALKED_MOST_EDGES) {
        return 0;
    }
    for (uint64_t t = 0; t < count; t++) {
        walker_target(marked->walker, from, &transitions[t], to);
        model->movers[model->edges] = 0;
        for (uint32_t m = 0; m < transitions[t].move_count; m++) {
            const uint32_t process = marked->process_of[transitions[t].moves[m].component];
            model->movers[model->edges] |= process == UINT32_MAX ? 0 : 1u << process % 32;
        }
        for (uint32_t c = 0; c < marked->width; c++) {
            if (marked->component_of[c] != UINT32_MAX) {
                target[marked->component_of[c]] = to[c];
            }
        }
        model->target[model->edges] = number_of(model, target);
        CU_ASSERT_FATAL(model->target[model->edges] < model->states);
        model->label[model->edges++] = label_in(model, transitions[t].label);
    }
    return 1;
}

int walked_model_mark(struct walked_model *model, uint64_t seed) {
    struct marked_model marked;
    const uint32_t states = model->states;
    int has_room = 1;
    open_marked(model, seed, &marked);
    model->edges = 0;
    for (uint32_t s = 0; s < states && has_room; s++) {
        model->offsets[s] = model->edges;
        has_room = add_marked(model, &marked, s);
    }
    model->offsets[states] = model->edges;
    model->has_movers = 1;
    CU_ASSERT_EQUAL(model->states, states);
    walker_free(marked.walker);
    language_free(marked.tree);
    return has_room;
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
