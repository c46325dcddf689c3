/* What the rest of a network sees of some of its components. */
#include "reduce/composition/seam.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "explorer/model/network.h"

#define OUTSIDE UINT32_MAX

/* What was read of a rule. */
struct rule_reading {
    GROWING(uint32_t) inside;
    GROWING(uint32_t) context;
};

/* An inside with one of its contexts. */
struct meeting {
    uint32_t inside, context;
};

struct meetings {
    GROWING(struct meeting) all;
};

static int memory_error(struct error *error) {
    return error_memory(error, "for the parts of a network");
}

/* --- rules --- */

static int add_context_word(struct seam *seam, struct rule_reading *reading, uint32_t word) {
    return GROWING_ADD(seam->memory, reading->context, word);
}

static int add_guards(struct seam *seam, struct rule_reading *reading, const uint32_t *guards,
                      uint64_t count) {
    int failed = add_context_word(seam, reading, (uint32_t)count) != 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        failed = add_context_word(seam, reading, guards[i]) != 0;
    }
    return failed ? -1 : 0;
}

/* The participants of a rule, inside and outside; 0 or -1. */
static int read_participants(struct seam *seam, struct rule_reading *reading,
                             const struct network_rule *rule) {
    reading->inside.count = 0;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        const struct network_participant *participant = &seam->network->participants[i];
        const uint32_t place = seam->place[participant->component];
        if (place != OUTSIDE && (GROWING_ADD(seam->memory, reading->inside, place) != 0 ||
                                 GROWING_ADD(seam->memory, reading->inside, participant->class_index) != 0)) {
            return -1;
        }
        if (place == OUTSIDE && (add_context_word(seam, reading, participant->component) != 0 ||
                                 add_context_word(seam, reading, participant->class_index) != 0)) {
            return -1;
        }
    }
    return 0;
}

/* Inside and context of a rule. The context begins with kind, label and guards. 0 or -1. */
static int read_rule(struct seam *seam, struct rule_reading *reading, const struct network_rule *rule) {
    const struct network *network = seam->network;
    const uint64_t needs = rule->needs_end - rule->needs_begin;
    const uint64_t falsifies = rule->falsifies_end - rule->falsifies_begin;
    reading->context.count = 0;
    return add_context_word(seam, reading, falsifies == 0 ? 0 : 1 + rule->stratum) != 0 ||
                   add_context_word(seam, reading, rule->label) != 0 ||
                   add_guards(seam, reading, network->needs + rule->needs_begin, needs) != 0 ||
                   add_guards(seam, reading, network->falsifies + rule->falsifies_begin, falsifies) != 0 ||
                   read_participants(seam, reading, rule) != 0
               ? -1
               : 0;
}

static int is_rated_label(const struct network_label *label) {
    return label->kind == LABEL_PROB || label->kind == LABEL_RATE;
}

/* What kinds of rules there are. */
static void note_kind(struct seam *seam, const struct network_rule *rule) {
    const int is_final = rule->falsifies_begin == rule->falsifies_end;
    seam->is_guarded |= !is_final || rule->needs_begin < rule->needs_end;
    seam->is_rated |= is_final && is_rated_label(&seam->network->labels[rule->label]);
}

/* Adds a rule in which a part takes part. 0 or -1. */
static int add_rule(struct seam *seam, struct rule_reading *reading, struct meetings *meetings,
                    uint64_t number) {
    const struct network_rule *rule = &seam->network->rules[number];
    if (read_rule(seam, reading, rule) != 0) {
        return -1;
    }
    note_kind(seam, rule);
    const struct meeting meeting = {
        sequences_intern(&seam->insides, reading->inside.data, reading->inside.count),
        sequences_intern(&seam->contexts, reading->context.data, reading->context.count)};
    seam->inside_of[number] = meeting.inside;
    return meeting.inside == SEQUENCE_NONE || meeting.context == SEQUENCE_NONE
               ? -1
               : GROWING_ADD(seam->memory, meetings->all, meeting);
}

static int touches(const struct seam *seam, const struct network_rule *rule) {
    for (uint64_t i = rule->participants_begin; i < rule->participants_end; i++) {
        if (seam->place[seam->network->participants[i].component] != OUTSIDE) {
            return 1;
        }
    }
    return 0;
}

static int read_rules(struct seam *seam, struct meetings *meetings) {
    struct rule_reading reading = {0};
    int failed = 0;
    for (uint64_t i = 0; i < seam->rule_count && !failed; i++) {
        seam->inside_of[i] = SEQUENCE_NONE;
        failed = touches(seam, &seam->network->rules[i]) && add_rule(seam, &reading, meetings, i) != 0;
    }
    GROWING_FREE(seam->memory, reading.inside);
    GROWING_FREE(seam->memory, reading.context);
    return failed ? -1 : 0;
}

/* --- groups --- */

static int compare_meetings(const void *left, const void *right) {
    const struct meeting *a = left, *b = right;
    return a->inside != b->inside ? sort_compare(a->inside, b->inside) : sort_compare(a->context, b->context);
}

/* Gives each inside the group of its contexts. 0 or -1. */
static int make_groups(struct seam *seam, struct meetings *meetings) {
    GROWING(uint32_t) own = {0};
    const struct meeting *all = meetings->all.data;
    int failed = 0;
    sort_items(meetings->all.data, meetings->all.count, sizeof *all, compare_meetings);
    for (uint64_t i = 0; i < meetings->all.count && !failed;) {
        const uint32_t inside = all[i].inside;
        own.count = 0;
        for (; i < meetings->all.count && all[i].inside == inside && !failed; i++) {
            if (own.count == 0 || own.data[own.count - 1] != all[i].context) {
                failed = GROWING_ADD(seam->memory, own, all[i].context) != 0;
            }
        }
        seam->group_of[inside] = failed ? 0 : sequences_intern(&seam->groups, own.data, own.count);
        failed = failed || seam->group_of[inside] == SEQUENCE_NONE;
    }
    GROWING_FREE(seam->memory, own);
    return failed ? -1 : 0;
}

/* Whether all that comes of the group is the internal action, by rules of the parts alone. */
static int is_internal(const struct seam *seam, uint32_t group) {
    uint64_t count;
    const uint32_t *contexts = sequence_words(&seam->groups, group, &count);
    if (count != 1) {
        return 0;
    }
    const uint32_t *context = sequence_words(&seam->contexts, contexts[0], &count);
    return count == 4 && context[0] == 0 && context[2] == 0 && context[3] == 0 &&
           seam->network->labels[context[1]].kind == LABEL_INTERNAL;
}

static struct network_label label_of_text(const char *text, enum label_kind kind) {
    return (struct network_label){.text = text, .length = (uint32_t)strlen(text), .kind = kind};
}

/* Numbers the labels of the sub-network: the internal action, as a text the greatest, comes last. */
static void make_labels(struct seam *seam) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < seam->group_count; i++) {
        if (is_internal(seam, i)) {
            seam->has_internal = 1;
            seam->label_of[i] = seam->group_count - 1;
            strcpy(seam->texts[seam->group_count - 1], "i");
        } else {
            snprintf(seam->texts[next], sizeof *seam->texts, "#%010u", next);
            seam->label_of[i] = next++;
        }
    }
    for (uint32_t i = 0; i < seam->group_count; i++) {
        const int internal = seam->has_internal && i + 1 == seam->group_count;
        seam->labels[i] = label_of_text(seam->texts[i], internal ? LABEL_INTERNAL : LABEL_PLAIN);
    }
}

static int group(struct seam *seam, struct meetings *meetings) {
    seam->inside_count = seam->insides.ends.count;
    seam->group_of = memory_allocate_array(seam->memory, seam->inside_count, sizeof *seam->group_of);
    if (seam->group_of == NULL || make_groups(seam, meetings) != 0) {
        return -1;
    }
    seam->group_count = (uint32_t)seam->groups.ends.count;
    seam->label_of = memory_allocate_array(seam->memory, seam->group_count, sizeof *seam->label_of);
    seam->texts = memory_allocate_array(seam->memory, seam->group_count, sizeof *seam->texts);
    seam->labels = memory_allocate_array(seam->memory, seam->group_count, sizeof *seam->labels);
    if (seam->label_of == NULL || seam->texts == NULL || seam->labels == NULL) {
        return -1;
    }
    make_labels(seam);
    return 0;
}

/* --- the whole --- */

static void look_at_parts(struct seam *seam) {
    for (uint32_t i = 0; i < seam->part_count; i++) {
        const struct lts *lts = seam->network->components[seam->parts[i]].lts;
        seam->place[seam->parts[i]] = i;
        seam->is_rated |= lts->choice != NULL || lts->weight != NULL;
    }
}

int seam_open(struct seam *seam, const struct network *network, const uint32_t *parts, uint32_t part_count,
              struct memory *memory, struct error *error) {
    struct meetings meetings = {0};
    *seam = (struct seam){.network = network,
                          .component_count = network->component_count,
                          .rule_count = network->rule_count,
                          .memory = memory,
                          .parts = parts,
                          .part_count = part_count,
                          .insides.memory = memory,
                          .contexts.memory = memory,
                          .groups.memory = memory};
    seam->place = memory_allocate_array(memory, network->component_count, sizeof *seam->place);
    seam->inside_of = memory_allocate_array(memory, network->rule_count, sizeof *seam->inside_of);
    if (seam->place == NULL || seam->inside_of == NULL) {
        return memory_error(error);
    }
    memset(seam->place, 0xff, network->component_count * sizeof *seam->place);
    look_at_parts(seam);
    int failed = read_rules(seam, &meetings) != 0 || group(seam, &meetings) != 0;
    GROWING_FREE(memory, meetings.all);
    return failed ? memory_error(error) : 0;
}

void seam_close(struct seam *seam) {
    memory_free(seam->memory, seam->place, seam->component_count * sizeof *seam->place);
    memory_free(seam->memory, seam->inside_of, seam->rule_count * sizeof *seam->inside_of);
    memory_free(seam->memory, seam->group_of, seam->inside_count * sizeof *seam->group_of);
    memory_free(seam->memory, seam->label_of, seam->group_count * sizeof *seam->label_of);
    memory_free(seam->memory, seam->texts, seam->group_count * sizeof *seam->texts);
    memory_free(seam->memory, seam->labels, seam->group_count * sizeof *seam->labels);
    sequences_free(&seam->insides);
    sequences_free(&seam->contexts);
    sequences_free(&seam->groups);
}

/* --- networks --- */

/* A rule of the sub-network for each inside. */
static int add_inside(const struct seam *seam, struct network_builder *builder, uint32_t inside) {
    const struct network_rule rule = {.label = seam->label_of[seam->group_of[inside]]};
    uint64_t count;
    const uint32_t *words = sequence_words(&seam->insides, inside, &count);
    int failed = network_builder_rule(builder, seam->network, &rule) != 0;
    for (uint64_t i = 0; i < count && !failed; i += 2) {
        failed = network_builder_participant(builder, words[i], words[i + 1]) != 0;
    }
    return failed ? -1 : 0;
}

static int fill_sub_network(const struct seam *seam, struct network_builder *builder) {
    const struct network like = {.labels = seam->labels, .label_count = seam->group_count, .strata = 1};
    int failed = 0;
    for (uint32_t i = 0; i < seam->part_count && !failed; i++) {
        failed = network_builder_component(builder, &seam->network->components[seam->parts[i]]) != 0;
    }
    for (uint32_t i = 0; i < seam->inside_count && !failed; i++) {
        failed = add_inside(seam, builder, i) != 0;
    }
    return failed ? -1 : network_builder_finish(builder, &like);
}

struct network *seam_sub_network(const struct seam *seam, struct error *error) {
    struct network_builder *builder = network_builder_create(seam->memory);
    if (builder == NULL || fill_sub_network(seam, builder) != 0) {
        network_free(seam->memory, builder == NULL ? NULL : &builder->network);
        memory_error(error);
        return NULL;
    }
    return &builder->network;
}

/* A network in which one component replaces others. */
struct component_replacement {
    const struct seam *seam;
    struct network_builder *builder;
    const uint32_t *class_of; /* [labels of the sub-network] */
    uint32_t *number;         /* [components]: their numbers in the new network */
};

/* The rule with the participants that are not parts. */
static int copy_rule(const struct component_replacement *work, const struct network_rule *rule) {
    const struct network *network = work->seam->network;
    int failed = network_builder_rule(work->builder, network, rule) != 0;
    for (uint64_t i = rule->participants_begin; i < rule->participants_end && !failed; i++) {
        const struct network_participant *participant = &network->participants[i];
        failed = work->seam->place[participant->component] == OUTSIDE &&
                 network_builder_participant(work->builder, work->number[participant->component],
                                             participant->class_index) != 0;
    }
    return failed ? -1 : 0;
}

/* Rules of the parts, with the class of their group instead; those of groups that never occur are left out.
 */
static int replace_in_rule(const struct component_replacement *work, uint64_t number) {
    const struct seam *seam = work->seam;
    const struct network_rule *rule = &seam->network->rules[number];
    const uint32_t inside = seam->inside_of[number];
    if (inside == SEQUENCE_NONE) {
        return copy_rule(work, rule);
    }
    const uint32_t class_index = work->class_of[seam->label_of[seam->group_of[inside]]];
    return class_index == NETWORK_DEAD_CLASS ? 0
           : copy_rule(work, rule) != 0
               ? -1
               : network_builder_participant(work->builder, work->number[seam->parts[0]], class_index);
}

static int replace_components(const struct component_replacement *work,
                              const struct network_component *made) {
    const struct network *network = work->seam->network;
    uint32_t count = 0;
    for (uint32_t i = 0; i < network->component_count; i++) {
        const uint32_t place = work->seam->place[i];
        work->number[i] = count;
        if (place == 0 || place == OUTSIDE) {
            count++;
            if (network_builder_component(work->builder, place == 0 ? made : &network->components[i]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int replace_all(const struct component_replacement *work, const struct network_component *made) {
    const struct seam *seam = work->seam;
    int failed = replace_components(work, made) != 0;
    for (uint64_t i = 0; i < seam->rule_count && !failed; i++) {
        failed = replace_in_rule(work, i) != 0;
    }
    return failed ? -1 : network_builder_finish(work->builder, seam->network);
}

struct network *seam_replace(const struct seam *seam, const struct network_component *made,
                             const uint32_t *class_of, struct error *error) {
    const uint64_t components = seam->network->component_count;
    struct component_replacement work = {
        .seam = seam,
        .builder = network_builder_create(seam->memory),
        .class_of = class_of,
        .number = memory_allocate_array(seam->memory, components, sizeof(uint32_t))};
    int failed = work.builder == NULL || work.number == NULL || replace_all(&work, made) != 0;
    memory_free(seam->memory, work.number, components * sizeof(uint32_t));
    if (failed) {
        network_free(seam->memory, work.builder == NULL ? NULL : &work.builder->network);
        memory_error(error);
        return NULL;
    }
    return &work.builder->network;
}
