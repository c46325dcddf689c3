/* Rules under construction, and maps of lists of them by label. */
#include "frontend/exp/compile/ruleset.h"

#include <string.h>

#include "base/memory.h"

uint32_t rule_make(struct rule_store *store, enum rule_kind kind, uint32_t left, uint32_t right,
                   uint32_t level) {
    if (store->count >= RULE_NONE || memory_grow(store->memory, (void **)&store->nodes, &store->capacity,
                                                 store->count + 1, sizeof *store->nodes) != 0) {
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

static uint64_t scatter(uint32_t key) {
    return (key * 0x9e3779b97f4a7c15u) >> 20;
}

static uint64_t find_slot(const struct rule_map *map, uint32_t label) {
    uint64_t at = scatter(label), mask = map->slot_count - 1;
    while (map->slots[at & mask] != 0 && map->entries[map->slots[at & mask] - 1].label != label) {
        at++;
    }
    return at & mask;
}

struct rule_entry *rule_map_find(const struct rule_map *map, uint32_t label) {
    if (map->slot_count == 0) {
        return NULL;
    }
    uint32_t slot = map->slots[find_slot(map, label)];
    return slot == 0 || map->entries[slot - 1].rules.count == 0 ? NULL : &map->entries[slot - 1];
}

static int grow_slots(struct memory *memory, struct rule_map *map) {
    uint64_t count = map->slot_count == 0 ? 8 : map->slot_count * 2;
    uint32_t *slots = memory_allocate_zeroed(memory, count * sizeof *slots);
    if (slots == NULL) {
        return -1;
    }
    memory_free(memory, map->slots, map->slot_count * sizeof *slots);
    map->slots = slots;
    map->slot_count = count;
    for (uint64_t i = 0; i < map->count; i++) {
        slots[find_slot(map, map->entries[i].label)] = (uint32_t)i + 1;
    }
    return 0;
}

static struct rule_gate *find_gate(const struct rule_map *map, uint32_t gate) {
    uint64_t at = scatter(gate), mask = map->gate_slots - 1;
    while (map->gates[at & mask].gate != 0 && map->gates[at & mask].gate != gate + 1) {
        at++;
    }
    return &map->gates[at & mask];
}

static int grow_gates(struct memory *memory, struct rule_map *map) {
    struct rule_gate *old = map->gates;
    uint64_t old_slots = map->gate_slots, slots = old_slots == 0 ? 8 : old_slots * 2;
    struct rule_gate *gates = memory_allocate_zeroed(memory, slots * sizeof *gates);
    if (gates == NULL) {
        return -1;
    }
    map->gates = gates;
    map->gate_slots = slots;
    for (uint64_t i = 0; i < old_slots; i++) {
        if (old[i].gate != 0) {
            *find_gate(map, old[i].gate - 1) = old[i];
        }
    }
    memory_free(memory, old, old_slots * sizeof *old);
    return 0;
}

static int add_to_gate(struct memory *memory, struct rule_map *map, uint32_t entry, uint32_t gate) {
    if (map->gate_count * 2 >= map->gate_slots && grow_gates(memory, map) != 0) {
        return -1;
    }
    struct rule_gate *chain = find_gate(map, gate);
    if (chain->gate == 0) {
        chain->gate = gate + 1;
        chain->first = RULE_NONE;
        map->gate_count++;
    }
    map->entries[entry].gate_next = chain->first;
    chain->first = entry;
    chain->count++;
    return 0;
}

struct rule_entry *rule_map_insert(struct memory *memory, struct rule_map *map, uint32_t label,
                                   uint32_t gate) {
    if (map->count * 2 >= map->slot_count && grow_slots(memory, map) != 0) {
        return NULL;
    }
    uint64_t at = find_slot(map, label);
    if (map->slots[at] != 0) {
        return &map->entries[map->slots[at] - 1];
    }
    if (memory_grow(memory, (void **)&map->entries, &map->capacity, map->count + 1, sizeof *map->entries) !=
        0) {
        return NULL;
    }
    map->entries[map->count] = (struct rule_entry){label, RULE_NONE, {0, 0, 0}};
    if (map->gates != NULL && add_to_gate(memory, map, (uint32_t)map->count, gate) != 0) {
        return NULL;
    }
    map->slots[at] = (uint32_t)++map->count;
    return &map->entries[map->count - 1];
}

int rule_map_index(struct memory *memory, struct rule_map *map, const uint32_t *gate_of) {
    if (map->gates != NULL) {
        return 0;
    }
    if (grow_gates(memory, map) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < map->count; i++) {
        if (add_to_gate(memory, map, (uint32_t)i, gate_of[map->entries[i].label]) != 0) {
            return -1;
        }
    }
    return 0;
}

const struct rule_gate *rule_map_gate(const struct rule_map *map, uint32_t gate) {
    const struct rule_gate *chain = map->gates == NULL ? NULL : find_gate(map, gate);
    return chain == NULL || chain->gate == 0 ? NULL : chain;
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
    memory_free(memory, map->slots, map->slot_count * sizeof *map->slots);
    memory_free(memory, map->gates, map->gate_slots * sizeof *map->gates);
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
