/*
 * hide, cut and rename: computes the new label of every distinct label of the operand. Only one pattern is
 * compiled at a time, because a compiled pattern is large; the first that matches a label decides.
 */
#include "frontend/exp/compile/compose.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

#define UNDECIDED (UINT32_MAX - 1)

/* The labels of an operand, and their new labels: LABEL_NONE for cut. */
struct relabeling {
    struct composer *composer;
    const struct exp_node *node;
    const uint32_t *from;
    uint32_t *to; /* UNDECIDED as long as no pattern has matched */
    uint64_t count;
};

/* Adds a position to the error of a match. */
static int fail_match(struct composer *composer, const struct exp_text *text, const struct error *error) {
    return error_at(composer->error, error->code, text->position, "%s", error->text);
}

unsigned compose_pattern_flags(const struct composer *composer) {
    return (composer->options->regex_extended ? PATTERN_EXTENDED : 0) |
           (composer->options->ignore_case ? PATTERN_IGNORE_CASE : 0);
}

uint32_t compose_matched_length(const struct composer *composer, enum exp_mode mode, uint32_t label) {
    return mode == EXP_MODE_GATE ? label_gate_length(composer->labels, label)
                                 : label_length(composer->labels, label);
}

pattern *compose_pattern(struct composer *composer, const struct exp_text *text) {
    struct error error;
    pattern *pattern = pattern_compile(composer->run, text->text, compose_pattern_flags(composer), &error);
    if (pattern == NULL) {
        fail_match(composer, text, &error);
    }
    return pattern;
}

int compose_match(struct composer *composer, const pattern *pattern, const struct exp_text *text,
                  enum exp_mode mode, uint32_t label) {
    struct error error;
    const char *name = label_text(composer->labels, label);
    uint32_t length = compose_matched_length(composer, mode, label);
    int part = mode == EXP_MODE_PARTIAL || mode == EXP_MODE_SINGLE || mode == EXP_MODE_MULTIPLE;
    int matches = part ? pattern_match_partial(pattern, name, length, &error)
                       : pattern_match_total(pattern, name, length, &error);
    return matches < 0 ? fail_match(composer, text, &error) : matches;
}

/* The new label of a matching label; LABEL_NONE if the clause does not match, UNDECIDED on failure. */
static uint32_t rename_label(struct relabeling *work, const pattern *pattern, const struct exp_clause *clause,
                             uint32_t label) {
    struct composer *composer = work->composer;
    enum exp_mode mode = work->node->mode;
    const char *name = label_text(composer->labels, label);
    uint32_t length = label_length(composer->labels, label);
    uint32_t gate = label_gate_length(composer->labels, label);
    struct error error;
    const struct pattern_replacement replacement = {mode == EXP_MODE_SINGLE     ? PATTERN_REPLACE_SINGLE
                                                    : mode == EXP_MODE_MULTIPLE ? PATTERN_REPLACE_MULTIPLE
                                                                                : PATTERN_REPLACE_TOTAL,
                                                    clause->to.text};
    int status = pattern_replace(pattern, &replacement, name, mode == EXP_MODE_GATE ? gate : length,
                                 &composer->text, &error);
    if (status < 0) {
        fail_match(composer, &clause->from, &error);
        return UNDECIDED;
    }
    if (status == 0) {
        return LABEL_NONE;
    }
    if (mode == EXP_MODE_GATE) {
        if (label_text_kind(composer->labels, composer->text.data, composer->text.length) == LABEL_INTERNAL) {
            return LABEL_INTERNAL_ID;
        }
        status = text_buffer_append(composer->memory, &composer->text, name + gate, length - gate);
    }
    uint32_t renamed =
        status < 0 ? LABEL_NONE : label_intern(composer->labels, composer->text.data, composer->text.length);
    if (renamed == LABEL_NONE) {
        compose_memory(composer);
        return UNDECIDED;
    }
    return renamed;
}

/* Matches one pattern with every label that is undecided: whether some label matches it at all, or -1. */
static int try_pattern(struct relabeling *work, const struct exp_text *text,
                       const struct exp_clause *clause) {
    struct composer *composer = work->composer;
    pattern *pattern = compose_pattern(composer, text);
    if (pattern == NULL) {
        return -1;
    }
    int status = 0, found = 0;
    for (uint64_t i = 0; i < work->count && status == 0; i++) {
        uint32_t label = work->from[i];
        int decided = work->to[i] != UNDECIDED;
        if (label == LABEL_NONE || label == LABEL_INTERNAL_ID || (decided && found)) {
            continue;
        }
        if (clause != NULL && !decided) {
            uint32_t renamed = rename_label(work, pattern, clause, label);
            status = renamed == UNDECIDED ? -1 : 0;
            if (renamed != LABEL_NONE && status == 0) {
                work->to[i] = renamed;
                found = 1;
            }
        } else {
            int matches = compose_match(composer, pattern, text, work->node->mode, label);
            status = matches < 0 ? -1 : 0;
            if (matches > 0) {
                found = 1;
                work->to[i] = decided ? work->to[i] : LABEL_INTERNAL_ID;
            }
        }
        if (status == 0 && (i & 4095) == 4095) {
            status = compose_should_stop(composer);
        }
    }
    pattern_free(pattern);
    return status != 0 ? -1 : found;
}

/* Warns if the clause makes a label that probably should have a number. */
static int warn_number(struct relabeling *work, const struct exp_text *to) {
    const char *word;
    char described[LABEL_SLIP_TEXT];
    if (!label_text_is_slip(work->composer->labels, to->text, strlen(to->text), &word)) {
        return 0;
    }
    label_slip_describe(to->text, word, described);
    return compose_warn(work->composer, &to->position, 0, described);
}

static int try_patterns(struct relabeling *work) {
    const struct exp_node *node = work->node;
    uint32_t count = node->kind == EXP_RENAME ? node->clause_count : node->name_count;
    for (uint32_t i = 0; i < count; i++) {
        const struct exp_clause *clause = node->kind == EXP_RENAME ? &node->clauses[i] : NULL;
        const struct exp_text *text = clause != NULL ? &clause->from : &node->names[i];
        int found = try_pattern(work, text, clause);
        if (found < 0 || (!found && compose_warn_pattern(work->composer, text, node->mode, work->from,
                                                         work->count) != 0)) {
            return -1;
        }
        if ((clause != NULL && warn_number(work, &clause->to) != 0) ||
            compose_should_stop(work->composer) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Turns matches into new labels. */
static void decide_label(struct relabeling *work) {
    const struct exp_node *node = work->node;
    for (uint64_t i = 0; i < work->count; i++) {
        uint32_t label = work->from[i];
        if (label == LABEL_NONE || label == LABEL_INTERNAL_ID) {
            work->to[i] = label;
            continue;
        }
        int matched = work->to[i] != UNDECIDED;
        if (node->all_but) {
            enum label_kind kind = label_kind(work->composer->labels, label);
            matched = !matched && kind != LABEL_PROB && kind != LABEL_RATE;
        }
        if (!matched) {
            work->to[i] = label;
        } else if (node->kind != EXP_RENAME) {
            work->to[i] = node->kind == EXP_CUT ? LABEL_NONE : LABEL_INTERNAL_ID;
        }
    }
}

static int find_labels(struct relabeling *work) {
    work->to = memory_allocate_array(work->composer->memory, work->count, sizeof *work->to);
    if (work->to == NULL) {
        return compose_memory(work->composer);
    }
    for (uint64_t i = 0; i < work->count; i++) {
        work->to[i] = UNDECIDED;
    }
    if (try_patterns(work) != 0) {
        memory_free(work->composer->memory, work->to, work->count * sizeof *work->to);
        return -1;
    }
    decide_label(work);
    return 0;
}

/* --- rules --- */

/* Moves the rules of a set to their new labels. */
static int relabel_rules(struct relabeling *work, struct rule_set *set) {
    struct rule_set result = {0};
    const uint32_t *to = work->to;
    const struct rule_entry *entry;
    for (struct rule_walk walk = {0}; (entry = rule_set_next(set, &walk)) != NULL; to++) {
        if (*to != LABEL_NONE && compose_add(work->composer, work->node, &result, *to, &entry->rules) != 0) {
            rule_set_free(work->composer->memory, &result);
            return -1;
        }
    }
    rule_set_free(work->composer->memory, set);
    *set = result;
    return 0;
}

int compose_relabel(struct composer *composer, const struct exp_node *node,
                    struct composed_operand *operand) {
    struct relabeling work = {.composer = composer, .node = node};
    if (operand->is_leaf) {
        work.from = operand->label_of;
        work.count = operand->label_count;
        if (find_labels(&work) != 0) {
            return -1;
        }
        memory_free(composer->memory, operand->label_of, work.count * sizeof *work.to);
        operand->label_of = work.to;
        return 0;
    }
    struct rule_set *set = &operand->set;
    uint64_t entries = rule_set_entries(set);
    uint32_t *from = memory_allocate_array(composer->memory, entries, sizeof *from);
    if (from == NULL) {
        return compose_memory(composer);
    }
    const struct rule_entry *entry;
    for (struct rule_walk walk = {0}; (entry = rule_set_next(set, &walk)) != NULL;) {
        from[work.count++] = entry->label;
    }
    work.from = from;
    int status = find_labels(&work);
    if (status == 0) {
        status = relabel_rules(&work, set);
        memory_free(composer->memory, work.to, work.count * sizeof *work.to);
    }
    memory_free(composer->memory, from, entries * sizeof *from);
    return status;
}
