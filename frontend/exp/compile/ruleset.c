/* Rules under construction, and maps of lists of them by label. */
#include "frontend/exp/compile/ruleset.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"

uint32_t rule_make(struct rule_store *store, enum rule_kind kind, uint32_t left, uint32_t right,
                   uint32_t level) {
    if (store->count >= RULE_NONE ||
        MEMORY_GROW(store->memory, &store->nodes, &store->capacity, store->count + 1) != 0) {
        return RULE_NONE;
    }
    struct rule_node *node = &store->nodes[store->count];
    node->left = left;
    node->right = right;
    node->next = RULE_NONE;
    node->kind = kind;
    node->level = level & 0x3fffffff;
    return (uint32_t)store->count++;
}

void rule_append(struct rule_store *store, struct rule_list *list, uint32_t rule) {
    struct rule_list one = {rule, rule, 1};
    store->nodes[rule].next = RULE_NONE;
    rule_concatenate(store, list, &one);
}

void rule_concatenate(struct rule_store *store, struct rule_list *list, const struct rule_list *more) {
    if (more->count == 0) {
        return;
    }
    if (list->count == 0) {
        *list = *more;
        return;
    }
    store->nodes[list->last].next = more->first;
    list->last = more->last;
    list->count += more->count;
}

int rule_cross(struct rule_store *store, const struct rule_list *a, const struct rule_list *b,
               struct rule_list *result) {
    *result = (struct rule_list){0, 0, 0};
    if (a->count == 0 || b->count == 0) {
        return 0;
    }
    for (uint32_t left = a->first; left != RULE_NONE; left = store->nodes[left].next) {
        for (uint32_t right = b->first; right != RULE_NONE; right = store->nodes[right].next) {
            uint32_t level = store->nodes[left].level, other = store->nodes[right].level;
            uint32_t rule = rule_make(store, RULE_JOIN, left, right, level > other ? level : other);
            if (rule == RULE_NONE) {
                return -1;
            }
            rule_append(store, result, rule);
        }
    }
    return 0;
}

/* --- maps --- */

struct rule_entry *rule_map_find(const struct rule_map *map, uint32_t label) {
    uint32_t entry = index_find_key(&map->by_label, label);
    return entry == INDEX_NONE || map->entries[entry].rules.count == 0 ? NULL : &map->entries[entry];
}

static int add_to_gate(struct memory *memory, struct rule_map *map, uint32_t entry, uint32_t gate) {
    uint32_t number = index_find_key(&map->by_gate, gate);
    if (number == INDEX_NONE) {
        number = (uint32_t)map->gate_count;
        if (MEMORY_GROW(memory, &map->gates, &map->gate_capacity, map->gate_count + 1) != 0 ||
            index_add(&map->by_gate, memory, index_hash_key(gate), number) != 0) {
            return -1;
        }
        map->gates[map->gate_count++] = (struct rule_gate){gate, RULE_NONE, 0};
    }
    struct rule_gate *chain = &map->gates[number];
    map->entries[entry].gate_next = chain->first;
    chain->first = entry;
    chain->count++;
    return 0;
}

struct rule_entry *rule_map_insert(struct memory *memory, struct rule_map *map, uint32_t label,
                                   uint32_t gate) {
    uint32_t known = index_find_key(&map->by_label, label);
    if (known != INDEX_NONE) {
        return &map->entries[known];
    }
    if (MEMORY_GROW(memory, &map->entries, &map->capacity, map->count + 1) != 0 ||
        index_reserve(&map->by_label, memory, map->count + 1) != 0) {
        return NULL;
    }
    map->entries[map->count] = (struct rule_entry){label, RULE_NONE, {0, 0, 0}};
    if (map->has_gates && add_to_gate(memory, map, (uint32_t)map->count, gate) != 0) {
        return NULL;
    }
    index_add(&map->by_label, memory, index_hash_key(label), (uint32_t)map->count);
    return &map->entries[map->count++];
}

int rule_map_index(struct memory *memory, struct rule_map *map, const uint32_t *gate_of) {
    if (map->has_gates) {
        return 0;
    }
    map->has_gates = 1;
    for (uint64_t i = 0; i < map->count; i++) {
        if (add_to_gate(memory, map, (uint32_t)i, gate_of[map->entries[i].label]) != 0) {
            return -1;
        }
    }
    return 0;
}

const struct rule_gate *rule_map_gate(const struct rule_map *map, uint32_t gate) {
    uint32_t number = index_find_key(&map->by_gate, gate);
    return number == INDEX_NONE ? NULL : &map->gates[number];
}

int rule_map_has_gate(const struct rule_map *map, uint32_t gate) {
    const struct rule_gate *chain = rule_map_gate(map, gate);
    for (uint32_t at = chain == NULL ? RULE_NONE : chain->first; at != RULE_NONE;
         at = map->entries[at].gate_next) {
        if (map->entries[at].rules.count > 0) {
            return 1;
        }
    }
    return 0;
}

void rule_map_free(struct memory *memory, struct rule_map *map) {
    memory_free(memory, map->entries, map->capacity * sizeof *map->entries);
    memory_free(memory, map->gates, map->gate_capacity * sizeof *map->gates);
    index_free(&map->by_label, memory);
    index_free(&map->by_gate, memory);
    memset(map, 0, sizeof *map);
}

void rule_set_free(struct memory *memory, struct rule_set *set) {
    rule_map_free(memory, &set->plain);
    rule_map_free(memory, &set->exit);
    rule_map_free(memory, &set->free);
}

uint64_t rule_set_total(const struct rule_set *set) {
    return set->plain.rules + set->exit.rules + set->free.rules;
}

uint64_t rule_set_entries(const struct rule_set *set) {
    return set->plain.count + set->exit.count + set->free.count;
}

struct rule_entry *rule_set_next(const struct rule_set *set, struct rule_walk *walk) {
    const struct rule_map *maps[] = {&set->plain, &set->exit, &set->free};
    while (walk->map < LENGTH(maps)) {
        const struct rule_map *map = maps[walk->map];
        if (walk->at == map->count) {
            *walk = (struct rule_walk){walk->map + 1, 0};
        } else if (map->entries[walk->at++].rules.count > 0) {
            return &map->entries[walk->at - 1];
        }
    }
    return NULL;
}
