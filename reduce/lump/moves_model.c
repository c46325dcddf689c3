/* The moves of the classes of two Markov models: those of the least state of each class. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/mdp.h"
#include "reduce/lump/lump_model_internal.h"
#include "reduce/lump/moves_internal.h"

struct model_moves_build {
    const struct model_lumping *lumping;
    struct memory *memory;
    struct moves *moves;
    struct index index;          /* of forms */
    struct lump_numbers rewards; /* their numbers are those of moves->values */
    uint32_t *row;               /* [rewards] of a choice */
    uint32_t k;
    int failed; /* memory ran out */
};

/* --- values of rewards --- */

/* The text of the number that lump_numbers has. */
static const char *value_text(struct model_moves_build *build, uint32_t number) {
    const struct fraction *fraction = &build->rewards.exact.data[number];
    char text[FRACTION_TEXT];
    if (fraction->denominator == 0) {
        snprintf(text, sizeof text, "%.17g", lump_numbers_double(&build->rewards, number));
    } else {
        fraction_write(fraction->numerator, fraction->denominator, text);
    }
    return arena_copy(build->moves->arena, text, strlen(text));
}

/* The number of the reward among moves->values. */
static uint32_t number_value(struct model_moves_build *build, const double *rewards, uint64_t at) {
    const uint32_t number =
        lump_numbers_find(&build->rewards, build->memory, rewards == NULL ? 0 : rewards[at]);
    build->failed |= number == LUMP_NO_KEY;
    while (!build->failed && build->moves->values.count < build->rewards.exact.count) {
        const char *text = value_text(build, (uint32_t)build->moves->values.count);
        build->failed |= text == NULL || GROWING_ADD(build->memory, build->moves->values, text) != 0;
    }
    return number;
}

/* --- properties --- */

/* The name of the rewards in formulas; NULL when memory runs out. */
static const char *name_reward(struct model_moves_build *build, const struct mdp *mdp, uint32_t i) {
    char buffer[MEASURED_REWARDS_TEXT];
    const char *text = model_reward_text(mdp, i, buffer);
    return text == buffer ? arena_copy(build->moves->arena, text, strlen(text)) : text;
}

static void add_property(struct model_moves_build *build, enum measured_kind kind, const char *text) {
    struct moves *moves = build->moves;
    for (uint64_t i = 0; i < moves->properties.count; i++) {
        if (moves->properties.data[i].kind == kind && strcmp(moves->properties.data[i].text, text) == 0) {
            return;
        }
    }
    const struct moves_property property = {
        kind, text, memory_allocate_array(build->memory, moves->states, sizeof *property.values)};
    if (property.values == NULL || GROWING_ADD(build->memory, moves->properties, property) != 0) {
        memory_free(build->memory, property.values, moves->states * sizeof *property.values);
        build->failed = 1;
    }
}

/* The union of the names of both models. */
static void add_properties(struct model_moves_build *build) {
    const struct mdp *const *models = build->lumping->models;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < models[k]->state_label_count; i++) {
            if (strcmp(models[k]->state_label_text[i], "init") != 0) {
                add_property(build, MEASURED_LABEL, models[k]->state_label_text[i]);
            }
        }
        for (uint32_t i = 0; i < models[k]->earned_count; i++) {
            const char *name = name_reward(build, models[k], i);
            if (name == NULL) {
                build->failed = 1;
                return;
            }
            add_property(build, MEASURED_REWARD, name);
            if (models[0]->chain) {
                add_property(build, MEASURED_EARNED, name);
            } else if (k == 0 || model_find_reward(models[0], name) == NULL) {
                build->failed |= GROWING_ADD(build->memory, build->moves->rewards, name) != 0;
            }
        }
    }
}

static uint32_t value_of(struct model_moves_build *build, const struct moves_property *property,
                         uint64_t state, uint64_t choice) {
    const struct mdp *mdp = build->lumping->models[build->k];
    if (property->kind == MEASURED_LABEL) {
        const uint32_t *bits = mdp_state_label(mdp, property->text);
        return bits != NULL && bitmap_has(bits, state);
    }
    const struct mdp_reward *reward = model_find_reward(mdp, property->text);
    if (property->kind == MEASURED_REWARD) {
        return number_value(build, reward == NULL ? NULL : reward->states, state);
    }
    return mdp->offsets[state] == mdp->offsets[state + 1]
               ? MOVES_NO_VALUE
               : number_value(build, reward == NULL ? NULL : reward->choices, choice);
}

/* --- choices --- */

static uint32_t form_of(struct model_moves_build *build, uint64_t edge, uint64_t choice) {
    const struct mdp *mdp = build->lumping->models[build->k];
    struct moves_form form = {mdp->rates   ? MEASURED_RACE
                              : mdp->chain ? MEASURED_CHAIN
                                           : MEASURED_DRAW,
                              NULL, NULL};
    if (!mdp->chain && !mdp->rates) {
        form.text = mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL
                        ? NULL
                        : mdp->label_text[mdp->labels[edge]];
        for (uint64_t i = 0; i < build->moves->rewards.count; i++) {
            const struct mdp_reward *reward = model_find_reward(mdp, build->moves->rewards.data[i]);
            build->row[i] = number_value(build, reward == NULL ? NULL : reward->choices, choice);
        }
        form.earned = build->moves->rewards.count == 0 ? NULL : build->row;
    }
    return moves_find_form(build->moves, &build->index, &form, build->memory);
}

/* Adds the choice that begins with the edge. */
static void add_choice(struct model_moves_build *build, uint64_t begin, uint64_t end, uint64_t choice) {
    const struct model_lumping *lumping = build->lumping;
    const struct mdp *mdp = lumping->models[build->k];
    const struct moves_move move = {form_of(build, begin, choice), build->moves->draws.count};
    build->failed |= move.form == MOVES_NO_FORM || GROWING_ADD(build->memory, build->moves->moves, move) != 0;
    for (uint64_t edge = begin; edge < end && !build->failed; edge++) {
        const struct moves_draw draw = {lumping->class_of[build->k][mdp->targets[edge]],
                                        lumping->weight[lumping->number_of[build->k][edge]]};
        build->failed |= GROWING_ADD(build->memory, build->moves->draws, draw) != 0;
    }
}

/* Adds the state's moves as those of its class; *choice: the number of its first choice, then of the next
 * state's. */
static void add_state(struct model_moves_build *build, uint64_t state, uint64_t *choice) {
    const struct mdp *mdp = build->lumping->models[build->k];
    const uint32_t class = build->lumping->class_of[build->k][state];
    const int is_least = class != LUMP_NONE && class + UINT64_C(1) == build->moves->offsets.count;
    const uint64_t end = mdp->offsets[state + 1];
    for (uint64_t i = 0; i < build->moves->properties.count && is_least && !build->failed; i++) {
        struct moves_property *property = &build->moves->properties.data[i];
        property->values[class] = value_of(build, property, state, *choice);
    }
    for (uint64_t edge = mdp->offsets[state], next; edge < end && !build->failed; edge = next, ++*choice) {
        next = model_choice_end(mdp, edge, end);
        if (is_least) {
            add_choice(build, edge, next, *choice);
        }
    }
    if (is_least) {
        build->failed |= GROWING_ADD(build->memory, build->moves->offsets, build->moves->moves.count) != 0;
    }
    if (mdp_is_initial(mdp, state)) {
        build->failed |= GROWING_ADD(build->memory, build->moves->initial[build->k], class) != 0;
    }
}

/* Classes are numbered by their least states, the first model's before the second's. */
static int build_moves(struct model_moves_build *build, const struct run *run, struct error *error) {
    struct moves *moves = build->moves;
    const struct moves_move end = {0, 0};
    moves->arena = arena_create(build->memory);
    moves->units = build->lumping->units;
    moves->states = build->lumping->classes;
    build->failed |= moves->arena == NULL;
    if (!build->failed) {
        add_properties(build);
    }
    build->row = memory_allocate_array(build->memory, moves->rewards.count + 1, sizeof *build->row);
    build->failed |= build->row == NULL || GROWING_ADD(build->memory, moves->offsets, 0) != 0;
    for (build->k = 0; build->k < 2 && !build->failed; build->k++) {
        uint64_t choice = 0;
        for (uint64_t state = 0; state < build->lumping->models[build->k]->states && !build->failed;
             state++) {
            if (run_stops_at(run, state, 65536)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted");
            }
            add_state(build, state, &choice);
        }
    }
    if (!build->failed && GROWING_ADD(build->memory, moves->moves, end) == 0) {
        moves->moves.data[moves->moves.count - 1].begin = moves->draws.count;
        return 0;
    }
    return error_memory(error, "for the difference");
}

int moves_of_models(const struct model_lumping *lumping, const struct run *run, struct moves *moves,
                    struct error *error) {
    struct model_moves_build build = {.lumping = lumping, .memory = run->memory, .moves = moves};
    const int failed = build_moves(&build, run, error);
    memory_free(run->memory, build.row, (moves->rewards.count + 1) * sizeof *build.row);
    lump_numbers_free(&build.rewards, run->memory);
    index_free(&build.index, run->memory);
    return failed;
}
