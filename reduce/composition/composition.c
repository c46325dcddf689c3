/* Makes a network smaller, component by component and product by product. */
#include "reduce/composition/composition.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/network.h"
#include "reduce/composition/composition_internal.h"
#include "reduce/composition/plan.h"

static int memory_error(const struct composition *composition) {
    return error_memory(composition->error, "while components are joined");
}

/* --- a step --- */

int composition_find(const struct composition *composition, const char *name, uint32_t *component) {
    const struct network *network = composition_now(composition);
    for (uint32_t i = 0; i < network->component_count; i++) {
        if (strcmp(network->components[i].name, name) == 0) {
            *component = i;
            return 1;
        }
    }
    return 0;
}

/* "@3" for what the third join makes, or the next such name that is free, unless the plan has a name; a
 * single part keeps its own. NULL when memory runs out. */
static const char *name_parts(struct composition *composition, const struct composition_step *step,
                              const char *name) {
    char text[16];
    unsigned number = composition->joins;
    uint32_t taken;
    if (step->part_count == 1) {
        return step->parts[0];
    }
    do {
        snprintf(text, sizeof text, "@%u", ++number);
    } while (composition_find(composition, text, &taken));
    return name != NULL ? name : arena_copy(composition->arena, text, strlen(text));
}

/* The names and the product of the parts. 0 or -1. */
static int begin_step(struct composition *composition, const struct composition_parts *parts,
                      struct composition_step *step) {
    const uint32_t count = parts->count;
    const struct network *network = composition_now(composition);
    const char **names = arena_allocate(composition->arena, count * sizeof *names);
    *step = (struct composition_step){.parts = names, .part_count = count, .product = 1};
    if (names == NULL) {
        return memory_error(composition);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t states = network->components[parts->numbers[i]].states;
        names[i] = network->components[parts->numbers[i]].name;
        step->product = step->product > UINT64_MAX / states ? UINT64_MAX : step->product * states;
    }
    step->name = name_parts(composition, step, parts->name);
    return step->name == NULL ? memory_error(composition) : 0;
}

/* The network with the piece instead of the parts. 0 or -1. */
static int replace(struct composition *composition, const struct seam *seam,
                   const struct composition_piece *piece, const char *name) {
    const struct network_component made = {.name = name,
                                           .states = piece->lts->states,
                                           .lts = piece->lts,
                                           .initial = piece->lts->initial,
                                           .classes = piece->lts->label_count};
    struct network *network = seam_replace(seam, &made, piece->class_of, composition->error);
    if (network == NULL) {
        return -1;
    }
    network_free(composition->memory, composition->network);
    composition->network = network;
    return 0;
}

static int join_seam(struct composition *composition, const struct seam *seam,
                     struct composition_step *step) {
    const int64_t number = composition_piece(composition, seam);
    if (number < 0) {
        return -1;
    }
    const struct composition_piece *piece = &composition->pieces.data[number];
    step->skip = piece->skip;
    step->equivalence = piece->equivalence;
    step->states = piece->states;
    step->transitions = piece->transitions;
    step->minimised_states = piece->minimised_states;
    step->minimised_transitions = piece->minimised_transitions;
    if (piece->skip != COMPOSITION_DONE) {
        return 0;
    }
    return composition_tree_join(composition, seam, (uint32_t)number) != 0 ||
                   replace(composition, seam, piece, step->name) != 0
               ? -1
               : 0;
}

int composition_join(struct composition *composition, const struct composition_parts *parts, int *done) {
    struct composition_step step;
    struct seam seam;
    if (begin_step(composition, parts, &step) != 0) {
        return -1;
    }
    int failed =
        seam_open(&seam, composition_now(composition), parts->numbers, parts->count, composition->memory,
                  composition->error) != 0 ||
        join_seam(composition, &seam, &step) != 0 ||
        (GROWING_ADD(composition->memory, composition->steps, step) != 0 && memory_error(composition));
    seam_close(&seam);
    *done = !failed && step.skip == COMPOSITION_DONE;
    composition->joins += *done && parts->count > 1;
    if (!failed && composition->options->report != NULL) {
        composition->options->report(composition->options->report_context, &step);
    }
    return failed ? -1 : 0;
}

/* --- the whole --- */

/* Each component by itself. Rules that never fire fall away, so a second pass may do more; the passes end
 * when the number of rules stays. */
static int reduce_components(struct composition *composition) {
    uint64_t rules;
    do {
        rules = composition_now(composition)->rule_count;
        for (uint32_t i = 0; i < composition_now(composition)->component_count; i++) {
            const struct composition_parts part = {&i, 1, NULL};
            int done;
            if (composition_join(composition, &part, &done) != 0) {
                return -1;
            }
        }
    } while (composition_now(composition)->rule_count < rules);
    return 0;
}

int composition_is_rated(const struct network *network) {
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (network->labels[i].kind == LABEL_PROB || network->labels[i].kind == LABEL_RATE) {
            return 1;
        }
    }
    for (uint32_t i = 0; i < network->component_count; i++) {
        const struct lts *lts = network->components[i].lts;
        if (lts->choice != NULL || lts->weight != NULL) {
            return 1;
        }
    }
    return 0;
}

static int reduce(struct composition *composition) {
    if (composition->original->data != NULL) {
        return error_set(composition->error, ERROR_INPUT,
                         "--compose takes networks of AUT graphs, and this one has a PRISM model");
    }
    composition->is_rated = composition_is_rated(composition->original);
    composition->arena = arena_create(composition->memory);
    if (composition->arena == NULL) {
        return memory_error(composition);
    }
    if (composition_tree_begin(composition) != 0 || reduce_components(composition) != 0) {
        return -1;
    }
    return composition->options->plan != NULL ? plan_follow(composition->options->plan, composition)
                                              : composition_join_greedily(composition);
}

composition *composition_make(const struct network *network, const struct composition_options *options,
                              const struct run *run, struct error *error) {
    composition *composition = memory_allocate_zeroed(run->memory, sizeof *composition);
    if (composition == NULL) {
        error_memory(error, "while components are joined");
        return NULL;
    }
    composition->options = options;
    composition->run = run;
    composition->memory = run->memory;
    composition->error = error;
    composition->original = network;
    composition->keys.memory = run->memory;
    composition->limit = options->most_states;
    if (reduce(composition) != 0) {
        composition_free(composition);
        return NULL;
    }
    return composition;
}

void composition_free(composition *composition) {
    if (composition == NULL) {
        return;
    }
    network_free(composition->memory, composition->network);
    composition_tree_free(composition);
    composition_free_pieces(composition);
    sequences_free(&composition->keys);
    GROWING_FREE(composition->memory, composition->pieces);
    GROWING_FREE(composition->memory, composition->steps);
    arena_free(composition->arena);
    memory_free(composition->memory, composition, sizeof *composition);
}

const struct network *composition_network(const composition *composition) {
    return composition_now(composition);
}

const struct composition_step *composition_steps(const composition *composition, uint64_t *count) {
    *count = composition->steps.count;
    return composition->steps.data;
}
