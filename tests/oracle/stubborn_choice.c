/* The choice of a stubborn set, written from its definition (stubborn_choice.h). */
#include "tests/oracle/stubborn_choice.h"

#include <string.h>

#include "explorer/model/model_core.h"
#include "explorer/model/stubborn_core.h"

int process_set_has(const struct process_set *set, uint32_t process) {
    return (int)(set->word[process / 64] >> process % 64 & 1);
}

void process_set_put(struct process_set *set, uint32_t process) {
    set->word[process / 64] |= (uint64_t)1 << process % 64;
}

int process_set_is_same(const struct process_set *one, const struct process_set *other) {
    return memcmp(one, other, sizeof *one) == 0;
}

static void close_set(const struct needs_relation *relation, struct process_set *set) {
    struct process_set before;
    do {
        before = *set;
        for (uint32_t k = 0; k < relation->count; k++) {
            for (uint32_t w = 0; w < relation->words && process_set_has(set, k); w++) {
                set->word[w] |= relation->needs[k * relation->words + w];
            }
        }
    } while (!process_set_is_same(set, &before));
}

static uint64_t sum_moves(const struct needs_relation *relation, const struct process_set *set) {
    uint64_t sum = 0;
    for (uint32_t k = 0; k < relation->count; k++) {
        sum += process_set_has(set, k) ? relation->moves[k] : 0;
    }
    return sum;
}

struct process_set needs_relation_movers(const struct needs_relation *relation,
                                         const struct process_set *set) {
    struct process_set movers = {{0}};
    for (uint32_t k = 0; k < relation->count; k++) {
        if (process_set_has(set, k) && relation->moves[k] != 0) {
            process_set_put(&movers, k);
        }
    }
    return movers;
}

/* The first root from which a process of the best ones is reached decides, and of these the least. */
static uint32_t choose_best(const struct needs_relation *relation, const struct process_set *best) {
    for (uint32_t root = 0; root < relation->count; root++) {
        for (uint32_t k = 0; k < relation->count && process_set_has(&relation->roots, root); k++) {
            if (process_set_has(&relation->closures[root], k) && process_set_has(best, k)) {
                return k;
            }
        }
    }
    return MODEL_NONE;
}

int needs_relation_choose(struct needs_relation *relation, struct process_set *chosen) {
    uint64_t fewest = STUBBORN_NEVER;
    struct process_set best = {{0}};
    int out = 0;
    memset(relation->closures, 0, sizeof relation->closures);
    for (uint32_t k = 0; k < relation->count; k++) {
        process_set_put(&relation->closures[k], k);
        close_set(relation, &relation->closures[k]);
        const uint64_t sum = sum_moves(relation, &relation->closures[k]);
        fewest = relation->moves[k] != 0 && sum < fewest ? sum : fewest;
    }
    for (uint32_t k = 0; k < relation->count && fewest != STUBBORN_NEVER; k++) {
        if (relation->moves[k] != 0 && sum_moves(relation, &relation->closures[k]) == fewest) {
            process_set_put(&best, k);
        }
    }
    const uint32_t process = choose_best(relation, &best);
    *chosen = process == MODEL_NONE ? (struct process_set){{0}} : relation->closures[process];
    for (uint32_t k = 0; k < relation->count; k++) {
        out |= relation->moves[k] != 0 && !process_set_has(chosen, k);
    }
    return process != MODEL_NONE && out;
}

uint64_t process_set_size(const struct process_set *set) {
    uint64_t size = 0;
    for (uint32_t k = 0; k < ORACLE_PROCESSES; k++) {
        size += (uint64_t)process_set_has(set, k);
    }
    return size;
}
