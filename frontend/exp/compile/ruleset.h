#ifndef HEDDLE_FRONTEND_EXP_COMPILE_RULESET_H
#define HEDDLE_FRONTEND_EXP_COMPILE_RULESET_H

#include <stdint.h>

#include "base/index.h"

struct memory;

/*
 * Rules while a network is composed. A rule is a node that is never changed: a class of a process, two
 * rules that move together, or a rule that needs a guard; its participants are listed when composing ends. So
 * a synchronisation costs one node, whatever the number of participants. Rules of one label are a list
 * through `next`; a rule is in one list at a time, and rules are freed with the store only.
 */
#define RULE_NONE UINT32_MAX

enum rule_kind { RULE_LEAF, RULE_JOIN, RULE_GUARD };

struct rule_node {
    uint32_t left;  /* process, rule or rule, by kind */
    uint32_t right; /* class, rule or guard, by kind */
    uint32_t next;
    uint32_t level : 30; /* 0 without guards, else 1 + their greatest stratum */
    uint32_t kind : 2;
};

struct rule_store {
    struct memory *memory;
    struct rule_node *nodes;
    uint64_t count, capacity;
};

struct rule_list {
    uint32_t first, last;
    uint64_t count;
};

/* Make rules; RULE_NONE when memory runs out. */
uint32_t rule_make(struct rule_store *store, enum rule_kind kind, uint32_t left, uint32_t right,
                   uint32_t level);
void rule_append(struct rule_store *store, struct rule_list *list, uint32_t rule);
/* Moves the rules of `more` to the end of `list`. */
void rule_concatenate(struct rule_store *store, struct rule_list *list, const struct rule_list *more);
/*
 * Joins every rule of a with every rule of b; the caller has checked the count. 0, or -1 when memory runs
 * out.
 */
int rule_cross(struct rule_store *store, const struct rule_list *a, const struct rule_list *b,
               struct rule_list *result);

/* Lists by label; an entry whose list is empty counts as absent. A zeroed map is empty. */
struct rule_entry {
    uint32_t label;
    uint32_t gate_next; /* the next entry of the same gate in an indexed map, or RULE_NONE */
    struct rule_list rules;
};

/* The labels of one gate. */
struct rule_gate {
    uint32_t gate, first;
    uint64_t count;
};

struct rule_map {
    struct rule_entry *entries;
    uint64_t count, capacity;
    uint64_t rules; /* number of rules in all lists */
    struct index by_label;
    int has_gates; /* non-zero if the map is also indexed by gates */
    struct rule_gate *gates;
    uint64_t gate_count, gate_capacity;
    struct index by_gate;
};

/* The entry of a label; NULL if there is none or its list is empty. */
struct rule_entry *rule_map_find(const struct rule_map *map, uint32_t label);
/*
 * The entry of a label, which is added if absent; NULL when memory runs out. `gate` is used in indexed maps.
 */
struct rule_entry *rule_map_insert(struct memory *memory, struct rule_map *map, uint32_t label,
                                   uint32_t gate);
/* Indexes the map by gates; gate_of maps labels to gates. 0, or -1 when memory runs out. */
int rule_map_index(struct memory *memory, struct rule_map *map, const uint32_t *gate_of);
/* The labels of a gate in an indexed map, or NULL. */
const struct rule_gate *rule_map_gate(const struct rule_map *map, uint32_t gate);
/* Whether an indexed map has rules of the gate. */
int rule_map_has_gate(const struct rule_map *map, uint32_t gate);
void rule_map_free(struct memory *memory, struct rule_map *map);

/*
 * The rules of a subtree, by how their labels synchronise: plain labels if an operator requires it,
 * termination almost always, free labels (internal and stochastic) never.
 */
struct rule_set {
    struct rule_map plain, exit, free;
};

/* The number of rules. */
uint64_t rule_set_total(const struct rule_set *set);
/* The number of entries, of which some may have no rules. */
uint64_t rule_set_entries(const struct rule_set *set);

/* A place in a set; zeroed before the first entry. */
struct rule_walk {
    unsigned map;
    uint64_t at;
};
/* The next entry that has rules: plain labels, then termination, then free labels; NULL at the end. */
struct rule_entry *rule_set_next(const struct rule_set *set, struct rule_walk *walk);

void rule_set_free(struct memory *memory, struct rule_set *set);

#endif
