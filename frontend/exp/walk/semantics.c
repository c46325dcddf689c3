/* The walker's interface: creation for a tree, and the transitions of a state, in order. */
#include "frontend/exp/walk/semantics.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics_internal.h"

/* Steps between two checks of the stop flag. */
#define STEPS 4096

int semantics_memory(struct semantics *semantics) {
    return error_memory(semantics->error, "to walk the network's tree");
}

int semantics_step(struct semantics *semantics) {
    if (++semantics->work % STEPS == 0 && run_should_stop(semantics->run)) {
        return error_set(semantics->error, ERROR_INTERRUPTED, "interrupted");
    }
    return 0;
}

void *semantics_allocate(struct semantics *semantics, uint64_t count, uint64_t size) {
    uint64_t bytes;
    void *block =
        __builtin_mul_overflow(count, size, &bytes) ? NULL : arena_allocate(semantics->arena, bytes);
    if (block == NULL) {
        semantics_memory(semantics);
    }
    return block;
}

int semantics_grow(struct semantics *semantics, void **data, uint64_t *capacity, uint64_t need,
                   uint64_t size) {
    return memory_grow(semantics->memory, data, capacity, need, size) != 0 ? semantics_memory(semantics) : 0;
}

uint32_t semantics_intern(struct semantics *semantics, const char *text, size_t length) {
    uint32_t id = label_intern(semantics->labels, text, length);
    if (id == LABEL_NONE) {
        semantics_memory(semantics);
    }
    return id;
}

/* --- processes --- */

static const char *copy_name(struct semantics *semantics, const char *base, size_t length, uint32_t use) {
    char number[16] = "";
    size_t digits = use > 1 ? (size_t)snprintf(number, sizeof number, "#%u", use) : 0;
    char *name = semantics_allocate(semantics, length + digits + 1, 1);
    if (name != NULL) {
        memcpy(name, base, length);
        memcpy(name + length, number, digits);
    }
    return name;
}

/* uses: how often each text of `bases` was used; the first id of the table is not one of them. */
static int name_leaves(struct semantics *semantics, label_table *bases, uint32_t *uses) {
    for (uint64_t k = 0; k < semantics->leaves.count; k++) {
        size_t length;
        const char *base = exp_leaf_name(semantics->leaves.data[k]->syntax->path, &length);
        /* A prefix, because the table treats names of the internal action specially. */
        semantics->text.count = length + 1;
        if (SEMANTICS_RESERVE(semantics, semantics->text, length + 1) != 0) {
            return -1;
        }
        semantics->text.data[0] = '=';
        memcpy(semantics->text.data + 1, base, length);
        uint32_t id = label_intern(bases, semantics->text.data, length + 1);
        if (id == LABEL_NONE) {
            return semantics_memory(semantics);
        }
        semantics->names[k] = copy_name(semantics, base, length, ++uses[id]);
        if (semantics->names[k] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int make_names(struct semantics *semantics) {
    uint64_t count = semantics->leaves.count;
    uint32_t *uses = semantics_allocate(semantics, count + 1, sizeof *uses);
    semantics->names = semantics_allocate(semantics, count, sizeof *semantics->names);
    if (uses == NULL || semantics->names == NULL) {
        return -1;
    }
    label_table *bases = label_table_create(semantics->memory, 0, NULL, 0);
    if (bases == NULL) {
        return semantics_memory(semantics);
    }
    int status = name_leaves(semantics, bases, uses);
    label_table_free(bases);
    return status;
}

static int check_leaves(struct semantics *semantics) {
    for (uint64_t k = 0; k < semantics->leaves.count && semantics->leaves.count > 1; k++) {
        const struct exp_node *leaf = semantics->leaves.data[k]->syntax;
        if (leaf->lts->distributions) {
            return error_at(
                semantics->error, ERROR_INPUT, leaf->position,
                "%s has probabilistic transitions between distributions: not a process of a larger network",
                leaf->path);
        }
    }
    return 0;
}

/* --- making and freeing --- */

static int fill(struct semantics *semantics, const struct exp_node *root, const label_table *labels) {
    const struct exp_options *options = semantics->options;
    semantics->arena = arena_create(semantics->memory);
    semantics->labels = label_table_create(semantics->memory, options->ignore_case, options->internal,
                                           options->internal_count);
    if (semantics->arena == NULL || semantics->labels == NULL) {
        return semantics_memory(semantics);
    }
    semantics->root = semantics_node_create(semantics, root, labels);
    return semantics->root == NULL || check_leaves(semantics) != 0 ? -1 : make_names(semantics);
}

semantics *semantics_create(const struct exp_node *root, const label_table *labels,
                            const struct exp_options *options, const struct run *run, struct error *error) {
    semantics *semantics = memory_allocate_zeroed(run->memory, sizeof *semantics);
    if (semantics == NULL) {
        error_memory(error, "to walk the network's tree");
        return NULL;
    }
    semantics->memory = run->memory;
    semantics->run = run;
    semantics->options = options;
    semantics->error = error;
    if (fill(semantics, root, labels) != 0) {
        semantics_free(semantics);
        return NULL;
    }
    return semantics;
}

void semantics_free(semantics *semantics) {
    if (semantics == NULL) {
        return;
    }
    struct memory *memory = semantics->memory;
    semantics_nodes_free(semantics);
    GROWING_FREE(memory, semantics->nodes);
    GROWING_FREE(memory, semantics->leaves);
    GROWING_FREE(memory, semantics->ids);
    GROWING_FREE(memory, semantics->text);
    GROWING_FREE(memory, semantics->ways);
    GROWING_FREE(memory, semantics->more);
    GROWING_FREE(memory, semantics->links);
    GROWING_FREE(memory, semantics->entries);
    GROWING_FREE(memory, semantics->groups);
    GROWING_FREE(memory, semantics->choices);
    GROWING_FREE(memory, semantics->moves);
    GROWING_FREE(memory, semantics->transitions);
    GROWING_FREE(memory, semantics->scratch);
    label_table_free(semantics->labels);
    arena_free(semantics->arena);
    memory_free(memory, semantics, sizeof *semantics);
}

/* --- transitions in order --- */

static int compare_targets(const uint32_t *state, const struct semantics_transition *a,
                           const struct semantics_transition *b) {
    uint32_t i = 0, j = 0;
    while (i < a->move_count || j < b->move_count) {
        uint32_t left = i < a->move_count ? a->moves[i].component : UINT32_MAX;
        uint32_t right = j < b->move_count ? b->moves[j].component : UINT32_MAX;
        uint32_t x = left <= right ? a->moves[i++].to : state[right];
        uint32_t y = right <= left ? b->moves[j++].to : state[left];
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

static int compare_numbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

/* Compares the processes that take part, and their own labels. */
static int compare_ways(const struct semantics_transition *a, const struct semantics_transition *b) {
    int order = compare_numbers(a->move_count, b->move_count);
    for (uint32_t i = 0; i < a->move_count && order == 0; i++) {
        order = compare_numbers(a->moves[i].component, b->moves[i].component);
        order = order == 0 ? compare_numbers(a->moves[i].label, b->moves[i].label) : order;
    }
    return order;
}

int semantics_same_way(const struct semantics_transition *a, const struct semantics_transition *b) {
    return compare_ways(a, b) == 0;
}

static int compare_transitions(const uint32_t *state, const struct semantics_transition *a,
                               const struct semantics_transition *b) {
    int order = a->label == b->label ? 0 : strcmp(a->label, b->label);
    order = order == 0 ? compare_targets(state, a, b) : order;
    return order == 0 ? compare_ways(a, b) : order;
}

/* Merges the sorted runs [begin, middle) and [middle, end). */
static int merge_runs(struct semantics *semantics, const uint32_t *state, uint64_t begin, uint64_t middle,
                      uint64_t end) {
    const struct semantics_transition *from = semantics->transitions.data;
    struct semantics_transition *to = semantics->scratch.data;
    uint64_t left = begin, right = middle;
    for (uint64_t k = begin; k < end; k++) {
        if (semantics_step(semantics) != 0) {
            return -1;
        }
        int first =
            right == end || (left < middle && compare_transitions(state, &from[left], &from[right]) <= 0);
        to[k] = first ? from[left++] : from[right++];
    }
    memcpy(semantics->transitions.data + begin, to + begin, (end - begin) * sizeof *to);
    return 0;
}

/* A stable merge sort, which ends when the run must stop. */
static int sort_transitions(struct semantics *semantics, const uint32_t *state) {
    uint64_t count = semantics->transitions.count;
    if (SEMANTICS_RESERVE(semantics, semantics->scratch, count) != 0) {
        return -1;
    }
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t begin = 0; begin + width < count; begin += 2 * width) {
            uint64_t end = count - begin < 2 * width ? count : begin + 2 * width;
            if (merge_runs(semantics, state, begin, begin + width, end) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

int semantics_transitions(semantics *semantics, const uint32_t *state,
                          const struct semantics_transition **transitions, uint64_t *count,
                          struct error *error) {
    semantics->error = error;
    semantics->calls++;
    const struct semantics_node *root = semantics->root;
    if (semantics_walk(semantics, semantics->root, state) != 0 ||
        SEMANTICS_RESERVE(semantics, semantics->transitions, root->list.fired.count) != 0) {
        return -1;
    }
    for (uint64_t t = 0; t < root->list.fired.count; t++) {
        const struct semantics_fired *fired = &root->list.fired.data[t];
        semantics->transitions.data[t] = (struct semantics_transition){
            label_text(semantics->labels, root->labels[fired->label]),
            root->list.moves.data == NULL ? NULL : root->list.moves.data + fired->move_begin,
            fired->move_count};
    }
    semantics->transitions.count = root->list.fired.count;
    *transitions = semantics->transitions.data;
    *count = semantics->transitions.count;
    return sort_transitions(semantics, state);
}

uint64_t semantics_calls(const semantics *semantics) {
    return semantics->calls;
}

const char *semantics_own_label(const semantics *semantics, const struct semantics_transition *transition,
                                const struct semantics_move *move) {
    const struct semantics_node *leaf = semantics->leaves.data[move->component];
    const char *own = label_text(semantics->labels, leaf->labels[leaf->up[0][move->label]]);
    return own == transition->label ? NULL : own;
}

void semantics_target(const semantics *semantics, const uint32_t *state,
                      const struct semantics_transition *transition, uint32_t *target) {
    if (semantics->leaves.count > 0) {
        memcpy(target, state, semantics->leaves.count * sizeof *target);
    }
    for (uint32_t k = 0; k < transition->move_count; k++) {
        target[transition->moves[k].component] = transition->moves[k].to;
    }
}

void semantics_initial(const semantics *semantics, uint32_t *state) {
    for (uint32_t k = 0; k < semantics_components(semantics); k++) {
        state[k] = semantics_lts(semantics, k)->initial;
    }
}

uint32_t semantics_components(const semantics *semantics) {
    return (uint32_t)semantics->leaves.count;
}

const struct lts *semantics_lts(const semantics *semantics, uint32_t component) {
    return semantics->leaves.data[component]->syntax->lts;
}

const char *semantics_name(const semantics *semantics, uint32_t component) {
    return semantics->names[component];
}

const char *const *semantics_names(const semantics *semantics) {
    return semantics->names;
}

const char *semantics_state_text(const semantics *semantics, uint32_t component, uint32_t state,
                                 char number[SEMANTICS_STATE_TEXT]) {
    (void)semantics, (void)component;
    snprintf(number, SEMANTICS_STATE_TEXT, "%u", state);
    return number;
}

uint32_t semantics_label_count(const semantics *semantics) {
    return semantics->root->label_count;
}

const char *semantics_label(const semantics *semantics, uint32_t index) {
    return label_text(semantics->labels, semantics->root->labels[index]);
}
