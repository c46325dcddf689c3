/* The model of the classes, in which probabilities and rates are sums. */
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "decompose/mdp/mdp_builder.h"
#include "decompose/mdp/mdp_state_labels.h"
#include "reduce/lump/lump_model_internal.h"

/* What a choice gives to a class. */
struct class_weight {
    uint64_t class;
    refine_weight weight;
};

/* A choice of a class: that of its least state. */
struct kept {
    uint64_t choice, edge, end;
    uint32_t drawn;
};

struct choice_merging {
    const struct model_lumping *lumping;
    const struct run *run;
    struct error *error;
    uint32_t k;
    struct mdp_builder *builder;      /* NULL: only count */
    GROWING(struct class_weight) row; /* of a choice */
    GROWING(struct kept) choices;     /* of a class */
    GROWING(uint64_t) all;            /* choices of the model that the quotient has, in its order */
    GROWING(uint32_t) states;         /* the least state of each class, in their order */
    uint32_t *seen;                   /* bitmap over classes */
    struct model_size size;
};

static int lack_memory(const struct choice_merging *merging) {
    return error_memory(merging->error, "for the model of the classes");
}

/* Adds up what the edges give to each class. */
static int add_up(struct choice_merging *merging, uint64_t begin, uint64_t end) {
    const struct model_lumping *lumping = merging->lumping;
    const uint32_t *targets = lumping->models[merging->k]->targets;
    merging->row.count = 0;
    for (uint64_t edge = begin; edge < end; edge++) {
        const struct class_weight drawn = {lumping->class_of[merging->k][targets[edge]],
                                           lumping->weight[lumping->number_of[merging->k][edge]]};
        if (GROWING_ADD(merging->run->memory, merging->row, drawn) != 0) {
            return lack_memory(merging);
        }
    }
    struct class_weight *row = merging->row.data;
    uint64_t kept = 0;
    sort_items(row, merging->row.count, sizeof *row, sort_compare_long);
    for (uint64_t i = 0; i < merging->row.count; i++) {
        if (kept > 0 && row[kept - 1].class == row[i].class) {
            row[kept - 1].weight += row[i].weight;
        } else {
            row[kept++] = row[i];
        }
    }
    merging->row.count = kept;
    return 0;
}

/* The name of the choice in the builder. */
static int find_name(struct choice_merging *merging, uint64_t edge, uint32_t *name) {
    const struct mdp *mdp = merging->lumping->models[merging->k];
    *name = MDP_NO_LABEL;
    if (mdp->chain || mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL) {
        return 0;
    }
    const char *text = mdp->label_text[mdp->labels[edge]];
    *name = mdp_builder_name(merging->builder, text, strlen(text), merging->error);
    return *name == MDP_NO_NAME ? -1 : 0;
}

/* Adds the choice to the class's row. */
static int build_choice(struct choice_merging *merging, uint32_t number, const struct kept *kept) {
    const struct model_lumping *lumping = merging->lumping;
    const struct mdp_place place = {0, 0};
    const uint32_t class = (uint32_t)(merging->states.count - 1);
    uint32_t name;
    int failed = find_name(merging, kept->edge, &name) != 0 ||
                 mdp_builder_choice(merging->builder, class, number, place, merging->error) != 0;
    for (uint64_t i = 0; i < merging->row.count && !failed; i++) {
        const struct class_weight *drawn = &merging->row.data[i];
        const double value = (double)((long double)drawn->weight / (long double)lumping->units);
        failed = mdp_builder_edge(merging->builder, (uint32_t)drawn->class, value, name, place,
                                  merging->error) != 0;
    }
    return failed ? -1 : 0;
}

static int compare_alike(const void *a, const void *b) {
    const struct kept *first = a, *second = b;
    return first->drawn != second->drawn ? sort_compare(first->drawn, second->drawn)
                                         : sort_compare(first->choice, second->choice);
}

static int compare_places(const void *a, const void *b) {
    return sort_compare(((const struct kept *)a)->choice, ((const struct kept *)b)->choice);
}

/* Lists the choices of a state, of those that are alike the first; *choice: the number of its first, then of
 * the next state's. */
static int list_choices(struct choice_merging *merging, uint64_t state, uint64_t *choice) {
    const struct mdp *mdp = merging->lumping->models[merging->k];
    const uint64_t end = mdp->offsets[state + 1];
    uint64_t count = 0;
    merging->choices.count = 0;
    for (uint64_t edge = mdp->offsets[state], next; edge < end; edge = next, ++*choice) {
        const struct kept kept = {*choice, edge, next = model_choice_end(mdp, edge, end),
                                  merging->lumping->drawn_of[merging->k][*choice]};
        if (GROWING_ADD(merging->run->memory, merging->choices, kept) != 0) {
            return lack_memory(merging);
        }
    }
    struct kept *choices = merging->choices.data;
    sort_items(choices, merging->choices.count, sizeof *choices, compare_alike);
    for (uint64_t i = 0; i < merging->choices.count; i++) {
        if (count == 0 || choices[count - 1].drawn != choices[i].drawn) {
            choices[count++] = choices[i];
        }
    }
    sort_items(choices, count, sizeof *choices, compare_places);
    merging->choices.count = count;
    return 0;
}

/* Adds the row of the state's class. */
static int add_class(struct choice_merging *merging, uint64_t state, uint64_t *choice) {
    struct memory *memory = merging->run->memory;
    if (GROWING_ADD(memory, merging->states, (uint32_t)state) != 0) {
        return lack_memory(merging);
    }
    if (list_choices(merging, state, choice) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < merging->choices.count; i++) {
        const struct kept *kept = &merging->choices.data[i];
        if (add_up(merging, kept->edge, kept->end) != 0 ||
            (merging->builder != NULL && build_choice(merging, (uint32_t)i, kept) != 0)) {
            return -1;
        }
        if (GROWING_ADD(memory, merging->all, kept->choice) != 0) {
            return lack_memory(merging);
        }
        merging->size.edges += merging->row.count;
    }
    return 0;
}

/* Goes through the least states of all classes. */
static int add_classes(struct choice_merging *merging) {
    const struct model_lumping *lumping = merging->lumping;
    const struct mdp *mdp = lumping->models[merging->k];
    struct memory *memory = merging->run->memory;
    uint64_t choice = 0;
    int failed = 0;
    merging->seen = memory_allocate_zeroed(memory, bitmap_bytes(lumping->classes));
    if (merging->seen == NULL) {
        return lack_memory(merging);
    }
    for (uint64_t state = 0; state < mdp->states && !failed; state++) {
        const uint32_t class = lumping->class_of[merging->k][state];
        if (run_stops_at(merging->run, state + 1, 65536)) {
            failed = error_set(merging->error, ERROR_INTERRUPTED, "interrupted");
        } else if (class != LUMP_NONE && !bitmap_has(merging->seen, class)) {
            bitmap_set(merging->seen, class);
            failed = add_class(merging, state, &choice);
        } else {
            for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
                choice += (uint64_t)model_begins(mdp, edge);
            }
        }
    }
    merging->size.states = merging->states.count;
    merging->size.choices = merging->all.count;
    memory_free(memory, merging->seen, bitmap_bytes(lumping->classes));
    return failed;
}

static void close_merging(struct choice_merging *merging) {
    struct memory *memory = merging->run->memory;
    GROWING_FREE(memory, merging->row);
    GROWING_FREE(memory, merging->choices);
    GROWING_FREE(memory, merging->all);
    GROWING_FREE(memory, merging->states);
}

int lump_model_size(const struct model_lumping *lumping, uint32_t k, const struct run *run,
                    struct model_size *size, struct error *error) {
    struct choice_merging merging = {.lumping = lumping, .run = run, .error = error, .k = k};
    const int failed = add_classes(&merging);
    *size = merging.size;
    close_merging(&merging);
    return failed;
}

/* --- labels and rewards --- */

/* Names a label; those of one class by those of its least state, `init` by any. */
static int label_classes(struct choice_merging *merging, struct mdp_state_labels *labels, const char *text,
                         const uint32_t *bits) {
    const struct model_lumping *lumping = merging->lumping;
    const uint32_t label = mdp_state_labels_name(labels, text, strlen(text), merging->error);
    int failed = label == MDP_NO_NAME;
    for (uint64_t state = 0; state < lumping->models[0]->states && !failed; state++) {
        const uint32_t class = lumping->class_of[0][state];
        failed = class != LUMP_NONE && bitmap_has(bits, state) &&
                 mdp_state_labels_set(labels, label, class, merging->error) != 0;
    }
    return failed ? -1 : 0;
}

static int add_labels(struct choice_merging *merging, struct mdp *made) {
    const struct mdp *mdp = merging->lumping->models[0];
    struct mdp_state_labels labels;
    int failed = mdp_state_labels_open(&labels, "the model", merging->run->memory, merging->error);
    for (uint32_t i = 0; i < mdp->state_label_count && !failed; i++) {
        failed = label_classes(merging, &labels, mdp->state_label_text[i], mdp->state_labels[i]);
    }
    failed = failed || mdp_state_labels_finish(&labels, made, merging->error) != 0 ? -1 : 0;
    mdp_state_labels_close(&labels);
    made->initial = merging->lumping->class_of[0][mdp->initial];
    return failed;
}

/* The rewards of the quotient's states or choices, which are those of states or choices of the model. */
static double *take_rewards(struct memory *memory, const double *rewards, const uint32_t *states,
                            const uint64_t *choices, uint64_t count) {
    double *taken = memory_allocate_array(memory, count, sizeof *taken);
    for (uint64_t i = 0; i < count && taken != NULL; i++) {
        taken[i] = rewards[choices == NULL ? states[i] : choices[i]];
    }
    return taken;
}

static int add_rewards(struct choice_merging *merging, struct mdp *made) {
    const struct mdp *mdp = merging->lumping->models[0];
    struct memory *memory = made->memory;
    if (mdp->earned_count == 0) {
        return 0;
    }
    made->earned = memory_allocate_zeroed(memory, mdp->earned_count * sizeof *made->earned);
    made->earned_count = made->earned == NULL ? 0 : mdp->earned_count;
    int failed = made->earned == NULL;
    for (uint32_t i = 0; i < mdp->earned_count && !failed; i++) {
        const struct mdp_reward *from = &mdp->earned[i];
        struct mdp_reward *to = &made->earned[i];
        const size_t bytes = strlen(from->name) + 1;
        to->name = memory_allocate(memory, bytes);
        if (to->name != NULL) {
            memcpy(to->name, from->name, bytes);
        }
        failed = to->name == NULL;
        if (from->states != NULL && !failed) {
            to->states = take_rewards(memory, from->states, merging->states.data, NULL, made->states);
            failed = to->states == NULL;
        }
        if (from->choices != NULL && !failed && made->choices > 0) {
            to->choices = take_rewards(memory, from->choices, NULL, merging->all.data, made->choices);
            failed = to->choices == NULL;
        }
    }
    return failed ? lack_memory(merging) : 0;
}

struct mdp *lump_model_quotient(const struct model_lumping *lumping, const struct run *run,
                                struct error *error) {
    struct mdp_builder builder;
    struct choice_merging merging = {.lumping = lumping, .run = run, .error = error, .builder = &builder};
    struct mdp *made = NULL;
    int failed = mdp_builder_open(&builder, "the model of the classes", 1, run, error) != 0;
    builder.rates = lumping->models[0]->rates;
    failed = failed || add_classes(&merging) != 0;
    if (!failed) {
        made = mdp_builder_finish(&builder, lumping->classes, error);
    }
    mdp_builder_close(&builder);
    if (made != NULL) {
        made->chain = lumping->models[0]->chain;
        made->rates = lumping->models[0]->rates;
        if (add_labels(&merging, made) != 0 || add_rewards(&merging, made) != 0) {
            mdp_free(made);
            made = NULL;
        }
    }
    close_merging(&merging);
    return made;
}

/* --- comparing --- */

/* Marks the classes of model k's initial states. */
static void mark_initial(const struct model_lumping *lumping, uint32_t k, uint32_t *marked) {
    const struct mdp *mdp = lumping->models[k];
    for (uint64_t state = 0; state < mdp->states; state++) {
        if (mdp_is_initial(mdp, state)) {
            bitmap_set(marked, lumping->class_of[k][state]);
        }
    }
}

int lump_models_equal(const struct model_lumping *lumping, int *equal, struct error *error) {
    struct memory *memory = lumping->memory;
    const uint64_t bytes = bitmap_bytes(lumping->classes);
    uint32_t *marked[2];
    for (uint32_t k = 0; k < 2; k++) {
        marked[k] = memory_allocate_zeroed(memory, bytes);
        if (marked[k] != NULL) {
            mark_initial(lumping, k, marked[k]);
        }
    }
    const int failed = marked[0] == NULL || marked[1] == NULL;
    *equal = !failed && memcmp(marked[0], marked[1], bytes) == 0;
    memory_free(memory, marked[0], bytes);
    memory_free(memory, marked[1], bytes);
    return failed ? error_memory(error, "to compare initial states") : 0;
}
