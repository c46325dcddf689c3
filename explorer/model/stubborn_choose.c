/*
 * Chooses stubborn sets (stubborn.h). Process k needs those processes that must be in each closed set that
 * has k; the smallest closed set with k is what can be reached from k. Tarjan's algorithm finds the strongly
 * connected components of this relation, those first that need no others. A component without moves that
 * needs only such components is dead and can be left out. Of the others, those that need none but themselves
 * and dead ones are the least closed sets with moves. Processes are looked at when the search meets them, and
 * the search ends early if a set has one move.
 */
#include "explorer/model/stubborn_internal.h"
#include "explorer/model/successors_core.h"

/* A process that the search has met. */
struct met {
    uint64_t moves; /* by rules that it leads, as far as they are enabled */
    uint32_t number, low;
    uint32_t bad; /* some of these moves may not be taken by a smaller set */
};

struct choosing {
    const stubborn *tables;
    const uint64_t *state;
    uint64_t *met_set, *closed, *live, *members, *best; /* sets */
    uint64_t *needs, *todo;                             /* [processes * words] */
    struct met *met;                                    /* [processes] */
    uint32_t *stack, *path;                             /* [processes] */
    uint32_t stacked, depth, count;
    uint64_t best_moves;
};

#define SETS 5u
#define MET_WORDS (sizeof(struct met) / sizeof(uint64_t))

uint32_t stubborn_set_words(const stubborn *tables) {
    return tables->words;
}

uint64_t stubborn_work_words(const stubborn *tables) {
    uint64_t processes = tables->model.header->components;
    return SETS * (uint64_t)tables->words + processes * (2 * (uint64_t)tables->words + MET_WORDS + 1);
}

CORE_FUNCTION int has_bit(const uint64_t *set, uint32_t bit) {
    return (int)(set[bit / 64] >> (bit % 64) & 1);
}

CORE_FUNCTION void add_bit(uint64_t *set, uint32_t bit) {
    set[bit / 64] |= (uint64_t)1 << (bit % 64);
}

/*
 * Evaluates a rule for process k, whose entry of the row is `entry`: adds what k needs, and counts moves if k
 * leads the rule.
 */
CORE_FUNCTION void look_at_rule(struct choosing *choosing, uint32_t k, uint32_t entry, uint32_t listed,
                                uint64_t *needs) {
    const stubborn *tables = choosing->tables;
    const struct model_view *model = &tables->model;
    const struct stubborn_rule *rule = tables->rules + listed / 2;
    const struct model_other *part = tables->parts + rule->parts, *end = part + rule->count;
    uint64_t moves = successors_targets(model, entry);
    int bad = rule->visible | (tables->marked != NULL && tables->marked[entry]);
    for (; part < end; part++) {
        if (part->component == k) {
            continue;
        }
        uint32_t local = model_field(model->component + part->component, choosing->state);
        uint32_t other = successors_find_entry(model, part, local);
        if (other == MODEL_NONE) {
            add_bit(needs, part->component);
            return;
        }
        moves = successors_multiply(moves, successors_targets(model, other));
        bad |= tables->marked != NULL && tables->marked[other];
    }
    for (part = tables->parts + rule->parts; part < end; part++) {
        add_bit(needs, part->component);
    }
    if (listed % 2 != 0) {
        struct met *met = choosing->met + k;
        met->moves = met->moves + moves < moves ? UINT64_MAX : met->moves + moves;
        met->bad |= (uint32_t)bad;
    }
}

/* Finds the moves of a process and what it needs. */
CORE_FUNCTION void look_at(struct choosing *choosing, uint32_t k, const uint32_t words) {
    const stubborn *tables = choosing->tables;
    const struct model_view *model = &tables->model;
    const struct model_component *component = model->component + k;
    uint32_t local = model_field(component, choosing->state);
    uint64_t *needs = choosing->needs + (uint64_t)k * words;
    choosing->met[k].moves = 0;
    choosing->met[k].bad = 0;
    if (local >= component->rows) {
        for (uint32_t w = 0; w < words; w++) {
            needs[w] = 0;
        }
        return;
    }
    uint32_t number = tables->row[k] + local;
    const struct model_row *row = model->row + component->row + local;
    for (uint32_t w = 0; w < words; w++) {
        needs[w] = tables->needs[(uint64_t)number * words + w];
    }
    choosing->met[k].moves = tables->rows[number].moves;
    choosing->met[k].bad = tables->rows[number].bad;
    for (uint32_t e = row[0].begin; e < row[1].begin; e++) {
        const uint32_t *range = tables->class_begin + component->lead + model->entry[e].class_index;
        for (uint32_t i = range[0]; i < range[1]; i++) {
            look_at_rule(choosing, k, e, tables->listed[i], needs);
        }
    }
}

CORE_FUNCTION void meet(struct choosing *choosing, uint32_t k, const uint32_t words) {
    look_at(choosing, k, words);
    add_bit(choosing->met_set, k);
    choosing->met[k].number = choosing->met[k].low = choosing->count++;
    choosing->stack[choosing->stacked++] = k;
    choosing->path[choosing->depth++] = k;
    for (uint32_t w = 0; w < words; w++) {
        choosing->todo[(uint64_t)k * words + w] = choosing->needs[(uint64_t)k * words + w];
    }
}

/* Takes a strongly connected component off the stack, whose first process is k. */
CORE_FUNCTION void close_component(struct choosing *choosing, uint32_t k, const uint32_t words) {
    uint64_t moves = 0, *members = choosing->members;
    uint32_t bad = 0, member;
    int open = 0;
    for (uint32_t w = 0; w < words; w++) {
        members[w] = 0;
    }
    do {
        member = choosing->stack[--choosing->stacked];
        const struct met *met = choosing->met + member;
        moves = moves + met->moves < moves ? UINT64_MAX : moves + met->moves;
        bad |= met->bad;
        add_bit(members, member);
        for (uint32_t w = 0; w < words; w++) {
            open |= (choosing->needs[(uint64_t)member * words + w] & choosing->live[w]) != 0;
        }
    } while (member != k);
    for (uint32_t w = 0; w < words; w++) {
        choosing->closed[w] |= members[w];
    }
    if (!open && moves == 0) {
        return;
    }
    for (uint32_t w = 0; w < words; w++) {
        choosing->live[w] |= members[w];
    }
    if (!open && !bad && moves < choosing->best_moves) {
        uint64_t *best = choosing->best;
        choosing->best = members;
        choosing->members = best;
        choosing->best_moves = moves;
    }
}

/* The next process that the one on top of the path needs; MODEL_NONE if there is none. */
CORE_FUNCTION uint32_t next_need(struct choosing *choosing, uint32_t top, const uint32_t words) {
    uint64_t *todo = choosing->todo + (uint64_t)top * words;
    for (uint32_t w = 0; w < words; w++) {
        if (todo[w] != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(todo[w]);
            todo[w] &= todo[w] - 1;
            return 64 * w + bit;
        }
    }
    return MODEL_NONE;
}

CORE_FUNCTION void search_from(struct choosing *choosing, uint32_t root, const uint32_t words) {
    meet(choosing, root, words);
    while (choosing->depth != 0) {
        uint32_t top = choosing->path[choosing->depth - 1], next = next_need(choosing, top, words);
        struct met *met = choosing->met;
        if (next == MODEL_NONE) {
            choosing->depth--;
            if (met[top].low == met[top].number) {
                close_component(choosing, top, words);
                if (choosing->best_moves == 1) {
                    return;
                }
            } else {
                struct met *below = met + choosing->path[choosing->depth - 1];
                below->low = met[top].low < below->low ? met[top].low : below->low;
            }
        } else if (!has_bit(choosing->met_set, next)) {
            meet(choosing, next, words);
        } else if (!has_bit(choosing->closed, next) && met[next].number < met[top].low) {
            met[top].low = met[next].number;
        }
    }
}

/* Whether a process outside the best set leads a move. */
CORE_FUNCTION int leaves_out(struct choosing *choosing, const uint32_t words) {
    uint32_t processes = choosing->tables->model.header->components;
    for (uint32_t k = 0; k < processes; k++) {
        if (has_bit(choosing->best, k)) {
            continue;
        }
        if (!has_bit(choosing->met_set, k)) {
            look_at(choosing, k, words);
        }
        if (choosing->met[k].moves != 0) {
            return 1;
        }
    }
    return 0;
}

CORE_FUNCTION const uint64_t *choose(const stubborn *tables, const uint64_t *state, uint64_t *work,
                                     const uint32_t words) {
    const uint32_t processes = tables->model.header->components;
    struct choosing choosing = {.tables = tables, .state = state, .best_moves = UINT64_MAX};
    for (uint32_t i = 0; i < SETS * words; i++) {
        work[i] = 0;
    }
    choosing.met_set = work;
    choosing.closed = work + words;
    choosing.live = work + 2 * words;
    choosing.members = work + 3 * words;
    choosing.best = work + 4 * words;
    choosing.needs = work + SETS * words;
    choosing.todo = choosing.needs + (uint64_t)processes * words;
    choosing.met = (struct met *)(choosing.todo + (uint64_t)processes * words);
    choosing.stack = (uint32_t *)(choosing.met + processes);
    choosing.path = choosing.stack + processes;
    for (uint32_t k = 0; k < processes && choosing.best_moves != 1; k++) {
        if (!has_bit(choosing.met_set, k)) {
            search_from(&choosing, k, words);
        }
    }
    return choosing.best_moves != UINT64_MAX && leaves_out(&choosing, words) ? choosing.best : NULL;
}

const uint64_t *stubborn_choose(const stubborn *tables, const uint64_t *state, uint64_t *work) {
    return tables->words == 1 ? choose(tables, state, work, 1) : choose(tables, state, work, tables->words);
}
