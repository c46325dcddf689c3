/* What the reader checks of a single node: patterns, internal actions in lists, degrees of gates. */
#include "frontend/exp/syntax/exp_syntax.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/text/pattern.h"
#include "base/text/syntax_message.h"

static int fail_check(struct exp_syntax *syntax, const struct exp_text *text, const char *reason) {
    return exp_syntax_error(syntax, text->position, "'%.100s': %s", text->text, reason);
}

static int check_pattern(struct exp_syntax *syntax, const struct exp_text *text,
                         const struct exp_text *replacement) {
    unsigned flags = (syntax->options->regex_extended ? PATTERN_EXTENDED : 0) |
                     (syntax->options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    struct error error;
    pattern *pattern = pattern_compile(syntax->run, text->text, flags, &error);
    if (pattern == NULL) {
        return error.code == ERROR_MEMORY  ? exp_syntax_memory(syntax)
               : error.code == ERROR_INPUT ? fail_check(syntax, text, error.text)
                                           : syntax_message_fail(syntax->error, &syntax->failed, error.code,
                                                                 text->position, error.text);
    }
    int status = 0;
    if (replacement != NULL && pattern_check_replacement(pattern, replacement->text, &error) != 0) {
        status = fail_check(syntax, replacement, error.text);
    }
    pattern_free(pattern);
    return status;
}

/* Checks that items of vectors and gate lists are actions that can synchronise. */
static int check_item(struct exp_syntax *syntax, const struct exp_text *item) {
    switch (label_text_kind(syntax->labels, item->text, strlen(item->text))) {
    case LABEL_INTERNAL:
        return fail_check(syntax, item, "the internal action does not synchronise");
    case LABEL_PROB:
    case LABEL_RATE:
        return fail_check(syntax, item, "stochastic transitions do not synchronise");
    default:
        return 0;
    }
}

static int is_exit(const struct exp_syntax *syntax, const struct exp_text *item) {
    size_t length = label_text_gate_length(item->text, strlen(item->text));
    const char *name = syntax->options->ignore_case ? "EXIT" : "exit";
    return length == 4 && memcmp(item->text, name, 4) == 0;
}

static int check_vector(struct exp_syntax *syntax, const struct exp_vector *vector, uint32_t width) {
    int moving = 0;
    for (uint32_t i = 0; i < width; i++) {
        if (vector->entries[i].text != NULL) {
            moving = 1;
            if (check_item(syntax, &vector->entries[i]) != 0) {
                return -1;
            }
        }
    }
    if (!moving) {
        return exp_syntax_error(syntax, vector->position, "no branch moves in this vector");
    }
    enum label_kind kind = label_text_kind(syntax->labels, vector->result.text, strlen(vector->result.text));
    if (kind == LABEL_PROB || kind == LABEL_RATE) {
        return fail_check(syntax, &vector->result, "a synchronisation cannot become stochastic");
    }
    return 0;
}

/* --- gates of par, and their numbers of candidates --- */

struct gate_index {
    struct gate {
        const char *name;
        uint32_t candidates;  /* branches that list the gate */
        uint32_t last_branch; /* 1 + the last branch that counted */
        int listed;           /* non-zero if the gate is listed in front of `in` */
    } * gates;                /* [number of all names] */
    uint64_t count;
    struct index by_name; /* indices of `gates` */
};

/* The gate of a name, which is added if new. */
static struct gate *find_gate(struct exp_syntax *syntax, struct gate_index *index, const char *name) {
    uint64_t hash = hash_bytes(name, strlen(name), 0);
    for (struct index_walk walk = index_find(&index->by_name, hash); index_next(&walk);) {
        if (strcmp(index->gates[walk.number].name, name) == 0) {
            return &index->gates[walk.number];
        }
    }
    index_add(&index->by_name, syntax->memory, hash, (uint32_t)index->count);
    index->gates[index->count].name = name;
    return &index->gates[index->count++];
}

static int count_candidates(struct exp_syntax *syntax, const struct exp_node *node,
                            struct gate_index *index) {
    for (uint32_t branch = 0; branch < node->child_count; branch++) {
        const struct exp_gate_list *list = &node->branch_gates[branch];
        for (uint32_t i = 0; i < list->count; i++) {
            if (check_item(syntax, &list->names[i]) != 0) {
                return -1;
            }
            if (is_exit(syntax, &list->names[i])) {
                return fail_check(syntax, &list->names[i], "termination synchronises all branches");
            }
            struct gate *gate = find_gate(syntax, index, list->names[i].text);
            gate->candidates += gate->last_branch != branch + 1;
            gate->last_branch = branch + 1;
        }
    }
    return 0;
}

static int refuse_degree(struct exp_syntax *syntax, const struct exp_gate *gate, uint32_t candidates,
                         int is_listed) {
    unsigned long long degree = gate->degree;
    const char *text = gate->name.text;
    struct source_position where = gate->name.position;
    if (degree == 0) {
        return exp_syntax_error(syntax, where, "'%.100s#0': at least one branch takes part: write 1 to %u",
                                text, candidates);
    }
    return exp_syntax_error(syntax, where, "'%.100s#%llu': at most %u branch%s can take part: %s", text,
                            degree, candidates, candidates == 1 ? "" : "es",
                            is_listed ? "no other branch lists this gate"
                                      : "this 'par' has no other branches");
}

static int check_gate(struct exp_syntax *syntax, const struct exp_node *node, const struct exp_gate *gate,
                      struct gate_index *index) {
    struct gate *entry = find_gate(syntax, index, gate->name.text);
    uint32_t candidates = entry->candidates == 0 ? node->child_count : entry->candidates;
    if (check_item(syntax, &gate->name) != 0) {
        return -1;
    }
    if (entry->listed) {
        return fail_check(syntax, &gate->name, "this gate is listed twice");
    }
    entry->listed = 1;
    if (gate->has_degree && is_exit(syntax, &gate->name)) {
        return fail_check(syntax, &gate->name, "termination synchronises all branches");
    }
    if (gate->has_degree && (gate->degree == 0 || gate->degree > candidates)) {
        return refuse_degree(syntax, gate, candidates, entry->candidates != 0);
    }
    return 0;
}

static int check_gates(struct exp_syntax *syntax, const struct exp_node *node) {
    uint64_t names = node->gate_count;
    for (uint32_t i = 0; i < node->child_count; i++) {
        names += node->branch_gates[i].count;
    }
    struct gate_index index = {.gates = memory_allocate_zeroed(syntax->memory, names * sizeof *index.gates)};
    if (index.gates == NULL || index_reserve(&index.by_name, syntax->memory, names) != 0) {
        memory_free(syntax->memory, index.gates, names * sizeof *index.gates);
        return exp_syntax_memory(syntax);
    }
    int status = count_candidates(syntax, node, &index);
    for (uint32_t i = 0; status == 0 && i < node->gate_count; i++) {
        status = check_gate(syntax, node, &node->gates[i], &index);
    }
    memory_free(syntax->memory, index.gates, names * sizeof *index.gates);
    index_free(&index.by_name, syntax->memory);
    return status;
}

int exp_check_node(struct exp_syntax *syntax, const struct exp_node *node) {
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < node->name_count; i++) {
        status = node->kind == EXP_SYNC_GATES ? check_item(syntax, &node->names[i])
                                              : check_pattern(syntax, &node->names[i], NULL);
    }
    for (uint32_t i = 0; status == 0 && i < node->clause_count; i++) {
        status = check_pattern(syntax, &node->clauses[i].from, &node->clauses[i].to);
    }
    for (uint32_t i = 0; i < node->chain_count; i++) {
        for (uint32_t j = 0; status == 0 && j < node->chains[i].count; j++) {
            status = check_pattern(syntax, &node->chains[i].patterns[j], NULL);
        }
    }
    for (uint32_t i = 0; status == 0 && i < node->vector_count; i++) {
        status = check_vector(syntax, &node->vectors[i], node->child_count);
    }
    return status == 0 && node->kind == EXP_PAR_GATES ? check_gates(syntax, node) : status;
}
