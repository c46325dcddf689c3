/* What became of a label that processes have, and the network has not: it is hidden, renamed, or never occurs
 * because nothing synchronises with it. The rules of the network say which. */
#include "checker/label_origin.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/property/property.h"
#include "explorer/model/network.h"

#define MOST_NAMED 2u /* most processes, and most labels, that are named */

/* Processes, of which the first are named. */
struct owners {
    const char *names[MOST_NAMED];
    uint64_t count;
};

struct origin {
    const struct network *network;
    const struct run *run;
    const label_table *labels; /* of processes */
    const char *text;
    const struct property *property; /* matches labels that are meant; NULL: the text is their gate */
    uint8_t *known;        /* of each label of the processes: 0 not yet known, 1 not meant, 2 meant */
    uint64_t *first_class; /* of each process: its first class in `meant` */
    uint8_t *meant;        /* of each class of each process: whether it has a label that is meant */
    uint64_t class_count;
    struct owners moving, blocked; /* processes with labels that are meant: they may happen, or never do */
    const char *own;               /* the first label that is meant */
    uint64_t own_count;
    const char *becomes[MOST_NAMED];
    uint64_t become_count;
    int is_hidden;
    int failed;     /* memory ran out */
    int is_unknown; /* the run is to stop, or comparing with a label takes too long */
};

/* --- labels of processes --- */

static int is_meant(struct origin *origin, const char *label, size_t length) {
    struct error error;
    if (origin->property == NULL) {
        return strlen(origin->text) == label_text_gate_length(label, length) &&
               memcmp(origin->text, label, strlen(origin->text)) == 0;
    }
    const int matches = property_matches(origin->property, label, length, &error);
    origin->failed |= matches < 0 && error.code == ERROR_MEMORY;
    origin->is_unknown |= matches < 0;
    return matches == 1;
}

/* Whether the label of this number in the table of labels is meant. */
static int is_known(struct origin *origin, uint32_t label) {
    if (origin->known[label] == 0) {
        const char *text = label_text(origin->labels, label);
        int meant = is_meant(origin, text, label_length(origin->labels, label));
        origin->known[label] = (uint8_t)(1 + meant);
        origin->own = meant && origin->own_count++ == 0 ? text : origin->own;
    }
    return origin->known[label] == 2;
}

static void add_owner(struct owners *owners, const char *name) {
    if (owners->count++ < MOST_NAMED) {
        owners->names[owners->count - 1] = name;
    }
}

static void look_at_process(struct origin *origin, uint32_t process) {
    const struct network_component *component = &origin->network->components[process];
    int found = 0, moves = 0;
    uint32_t count = component->lts == NULL ? 0 : component->lts->label_count; /* variables have no labels */
    for (uint32_t i = 0; i < count && !origin->is_unknown; i++) {
        origin->is_unknown |= run_stops_at(origin->run, i, 4096);
        if (!origin->is_unknown && is_known(origin, component->lts->labels[i])) {
            uint32_t class = component->class_of[i];
            found = 1;
            if (class != NETWORK_DEAD_CLASS) {
                origin->meant[origin->first_class[process] + class] = 1;
                moves = 1;
            }
        }
    }
    if (found) {
        add_owner(moves ? &origin->moving : &origin->blocked, component->name);
    }
}

/* --- labels of the network --- */

static int has_meant(const struct origin *origin, const struct network_rule *rule) {
    for (uint64_t p = rule->participants_begin; p < rule->participants_end; p++) {
        const struct network_participant *participant = &origin->network->participants[p];
        if (origin->meant[origin->first_class[participant->component] + participant->class_index]) {
            return 1;
        }
    }
    return 0;
}

/* Finds what the labels become. Rules are sorted by their labels. */
static void look_at_rules(struct origin *origin) {
    const struct network *network = origin->network;
    uint32_t last = UINT32_MAX;
    for (uint64_t r = network->sub_rule_count; r < network->rule_count; r++) {
        const struct network_rule *rule = &network->rules[r];
        const struct network_label *label = &network->labels[rule->label];
        if (rule->label == last || !has_meant(origin, rule)) {
            continue;
        }
        last = rule->label;
        if (label->kind == LABEL_INTERNAL) {
            origin->is_hidden = 1;
        } else if (origin->become_count++ < MOST_NAMED) {
            origin->becomes[origin->become_count - 1] = label->text;
        }
    }
}

/* --- the text --- */

/* "a", "a and b", "a, b and 3 more". */
static void write_list(const char *const *items, uint64_t count, const char *quote, FILE *stream) {
    for (uint64_t i = 0; i < count && i < MOST_NAMED; i++) {
        fprintf(stream, "%s%s%.80s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", quote, items[i], quote);
    }
    if (count > MOST_NAMED) {
        fprintf(stream, " and %llu more", (unsigned long long)(count - MOST_NAMED));
    }
}

static void write_owners(const struct origin *origin, FILE *stream) {
    const struct owners *owners = origin->moving.count > 0 ? &origin->moving : &origin->blocked;
    fputs(owners->count > 1 ? "; processes " : "; process ", stream);
    write_list(owners->names, owners->count, "", stream);
    fputs(owners->count > 1 ? " have " : " has ", stream);
    if (origin->own_count == 1 && strcmp(origin->own, origin->text) == 0) {
        fputs("it", stream);
    } else if (origin->own_count == 1) {
        fprintf(stream, "'%.80s'", origin->own);
    } else {
        fprintf(stream, "'%.80s' and %llu more such label%s", origin->own,
                (unsigned long long)origin->own_count - 1, origin->own_count == 2 ? "" : "s");
    }
}

static void write_fate(const struct origin *origin, FILE *stream) {
    const char *it = origin->own_count == 1 ? "it" : "them";
    if (origin->become_count > 0) {
        fputs(", which the network renames to ", stream);
        write_list(origin->becomes, origin->become_count, "'", stream);
        fprintf(stream, "%s: write %s", origin->is_hidden ? ", and hides elsewhere" : "",
                origin->become_count == 1 ? "" : "one of these");
        write_list(origin->becomes, origin->become_count == 1, "'", stream);
    } else if (origin->is_hidden) {
        fprintf(stream, ", and the network hides %s: check a network that leaves %s visible", it, it);
    } else {
        fprintf(stream,
                ", but can never take %s here: %s must synchronise with a label that never comes, or %s cut",
                it, origin->own_count == 1 ? "it" : "they", origin->own_count == 1 ? "is" : "are");
    }
}

/* --- together --- */

static int allocate(struct origin *origin) {
    struct memory *memory = origin->run->memory;
    const struct network *network = origin->network;
    origin->first_class =
        memory_allocate_array(memory, network->component_count, sizeof *origin->first_class);
    origin->known = memory_allocate_zeroed(memory, label_count(origin->labels));
    for (uint32_t i = 0; origin->first_class != NULL && i < network->component_count; i++) {
        origin->first_class[i] = origin->class_count;
        origin->class_count += network->components[i].classes;
    }
    origin->meant = memory_allocate_zeroed(memory, origin->class_count + 1);
    return origin->first_class == NULL || origin->known == NULL || origin->meant == NULL ? -1 : 0;
}

static void release(struct origin *origin) {
    struct memory *memory = origin->run->memory;
    memory_free(memory, origin->first_class, origin->network->component_count * sizeof *origin->first_class);
    memory_free(memory, origin->known, label_count(origin->labels));
    memory_free(memory, origin->meant, origin->meant == NULL ? 0 : origin->class_count + 1);
}

/* Returns whether there are labels that are meant. */
static int look(struct origin *origin) {
    for (uint32_t i = 0; i < origin->network->component_count && !origin->is_unknown; i++) {
        look_at_process(origin, i);
    }
    if (origin->is_unknown || origin->own_count == 0) {
        return 0;
    }
    look_at_rules(origin);
    return 1;
}

int label_origin_write(const struct network *network, const struct label_meant *meant, const struct run *run,
                       char *buffer, size_t size) {
    struct origin origin = {.network = network,
                            .run = run,
                            .labels = meant->labels,
                            .text = meant->text,
                            .property = meant->property};
    origin.failed = allocate(&origin) != 0;
    int found = !origin.failed && look(&origin) && !origin.failed;
    FILE *stream = found ? fmemopen(buffer, size, "w") : NULL;
    if (stream != NULL) {
        write_owners(&origin, stream);
        write_fate(&origin, stream);
        fclose(stream);
    }
    release(&origin);
    return origin.failed || (found && stream == NULL) ? -1 : found;
}
