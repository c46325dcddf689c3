/* What states and choices of models are by themselves: one property after the other, each of which parts the
 * blocks so far. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/mdp_names.h"
#include "reduce/lump/lump_model_internal.h"
#include "specs/measured/measured.h"

enum property_kind { STATE_LABEL, STATE_REWARD, CHOICE_REWARD, CHOICE_NAME };

/* What each model has of it: a bitmap, or an array of rewards; NULL: nothing. */
struct lump_property {
    enum property_kind kind;
    const uint32_t *label[2];
    const double *reward[2];
};

struct model_start {
    struct model_work *work;
    mdp_names *names; /* of choices */
    struct lump_numbers rewards;
    struct lump_keys parts; /* of one property: the block before, and the value */
    const struct lump_property *property;
    int failed; /* memory ran out */
};

/* The reward's number. */
static uint64_t earned(struct model_start *start, const double *rewards, uint64_t at) {
    const double value = rewards == NULL ? 0 : rewards[at];
    const uint32_t number = lump_numbers_find(&start->rewards, start->work->run->memory, value);
    start->failed |= number == LUMP_NO_KEY;
    return number;
}

/* A number for the name of the choice; 0: none. */
static uint64_t named(struct model_start *start, const struct mdp *mdp, uint64_t edge) {
    if (mdp->labels == NULL || mdp->labels[edge] == MDP_NO_LABEL) {
        return 0;
    }
    const char *text = mdp->label_text[mdp->labels[edge]];
    const uint32_t name = mdp_names_intern(start->names, text, strlen(text));
    start->failed |= name == MDP_NO_NAME;
    return (uint64_t)name + 1;
}

static uint64_t state_value(struct model_start *start, uint32_t k, uint64_t state, uint64_t choice) {
    const struct lump_property *property = start->property;
    const struct mdp *mdp = start->work->lumping->models[k];
    const int draws = start->work->chain && mdp->offsets[state] < mdp->offsets[state + 1];
    switch (property->kind) {
    case STATE_LABEL:
        return (uint64_t)(property->label[k] != NULL && bitmap_has(property->label[k], state));
    case STATE_REWARD:
        return earned(start, property->reward[k], state);
    case CHOICE_REWARD:
        return draws ? earned(start, property->reward[k], choice) : UINT32_MAX;
    case CHOICE_NAME:
    default:
        return 0;
    }
}

static uint64_t choice_value(struct model_start *start, uint32_t k, uint64_t edge, uint64_t choice) {
    const struct lump_property *property = start->property;
    return property->kind == CHOICE_REWARD ? earned(start, property->reward[k], choice)
           : property->kind == CHOICE_NAME ? named(start, start->work->lumping->models[k], edge)
                                           : 0;
}

/* Gives the vertex the number of its part. */
static void part_vertex(struct model_start *start, uint64_t vertex, uint64_t value) {
    uint32_t *block = &start->work->start[vertex];
    const uint64_t key = (uint64_t)*block << 32 | (uint32_t)value;
    *block = lump_keys_find(&start->parts, start->work->run->memory, key);
    start->failed |= *block == LUMP_NO_KEY;
}

/* Parts the vertices of model k; *vertex: that of its first choice, then where the next model's begin. */
static void part_model(struct model_start *start, uint32_t k, uint64_t *vertex) {
    const struct model_work *work = start->work;
    const struct mdp *mdp = work->lumping->models[k];
    uint64_t choice = 0;
    for (uint64_t state = 0; state < mdp->states; state++) {
        const uint32_t own = work->lumping->class_of[k][state];
        if (own != LUMP_NONE) {
            part_vertex(start, own, state_value(start, k, state, choice));
        }
        for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
            if (!model_begins(mdp, edge)) {
                continue;
            }
            if (own != LUMP_NONE && !work->chain) {
                part_vertex(start, (*vertex)++, choice_value(start, k, edge, choice));
            }
            choice++;
        }
    }
}

static int part_by_property(struct model_start *start, const struct lump_property *property) {
    struct model_work *work = start->work;
    uint64_t vertex = work->states;
    start->property = property;
    lump_keys_free(&start->parts, work->run->memory);
    for (uint32_t k = 0; k < work->lumping->count && !start->failed; k++) {
        part_model(start, k, &vertex);
    }
    work->start_blocks = (uint32_t)start->parts.keys.count;
    return start->failed;
}

/* Labels of states, but for `init`; those of the second model that the first one has are done already. */
static int part_by_labels(struct model_start *start) {
    const struct model_lumping *lumping = start->work->lumping;
    const struct mdp *const *models = lumping->models;
    for (uint32_t k = 0; k < lumping->count; k++) {
        for (uint32_t i = 0; i < models[k]->state_label_count; i++) {
            const char *text = models[k]->state_label_text[i];
            if (strcmp(text, "init") == 0 || (k == 1 && mdp_state_label(models[0], text) != NULL)) {
                continue;
            }
            struct lump_property property = {.kind = STATE_LABEL};
            for (uint32_t j = 0; j < lumping->count; j++) {
                property.label[j] = mdp_state_label(models[j], text);
            }
            if (part_by_property(start, &property) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

const char *model_reward_text(const struct mdp *mdp, uint32_t i, char *buffer) {
    uint32_t unnamed = 0;
    for (uint32_t k = 0; k < i; k++) {
        unnamed += *mdp->earned[k].name == '\0';
    }
    return measured_rewards_text(mdp->earned[i].name, unnamed, buffer);
}

const struct mdp_reward *model_find_reward(const struct mdp *mdp, const char *text) {
    uint32_t unnamed = 0;
    for (uint32_t i = 0; i < mdp->earned_count; i++) {
        char buffer[MEASURED_REWARDS_TEXT];
        const char *name = mdp->earned[i].name;
        if (strcmp(measured_rewards_text(name, unnamed, buffer), text) == 0) {
            return &mdp->earned[i];
        }
        unnamed += *name == '\0';
    }
    return NULL;
}

static int part_by_reward(struct model_start *start, const char *name) {
    const struct model_lumping *lumping = start->work->lumping;
    struct lump_property of_states = {.kind = STATE_REWARD}, of_choices = {.kind = CHOICE_REWARD};
    for (uint32_t k = 0; k < lumping->count; k++) {
        const struct mdp_reward *reward = model_find_reward(lumping->models[k], name);
        of_states.reward[k] = reward == NULL ? NULL : reward->states;
        of_choices.reward[k] = reward == NULL ? NULL : reward->choices;
    }
    return part_by_property(start, &of_states) != 0 || part_by_property(start, &of_choices) != 0 ? -1 : 0;
}

static int part_by_rewards(struct model_start *start) {
    const struct model_lumping *lumping = start->work->lumping;
    for (uint32_t k = 0; k < lumping->count; k++) {
        for (uint32_t i = 0; i < lumping->models[k]->earned_count; i++) {
            char buffer[MEASURED_REWARDS_TEXT];
            const char *name = model_reward_text(lumping->models[k], i, buffer);
            if ((k == 0 || model_find_reward(lumping->models[0], name) == NULL) &&
                part_by_reward(start, name) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int model_start(struct model_work *work) {
    struct memory *memory = work->run->memory;
    struct model_start start = {.work = work, .names = mdp_names_create(memory)};
    const struct lump_property names = {.kind = CHOICE_NAME};
    work->start = memory_allocate_array(memory, work->vertices, sizeof *work->start);
    int failed = work->start == NULL || start.names == NULL;
    for (uint64_t vertex = 0; vertex < work->vertices && !failed; vertex++) {
        work->start[vertex] = vertex >= work->states;
    }
    /* the last one makes the numbers of blocks dense in any case */
    failed = failed || part_by_labels(&start) != 0 || part_by_rewards(&start) != 0 ||
             part_by_property(&start, &names) != 0;
    lump_keys_free(&start.parts, memory);
    lump_numbers_free(&start.rewards, memory);
    mdp_names_free(start.names);
    return failed ? error_memory(work->error, "for the labels and rewards of the model") : 0;
}
