/* Warns of labels and patterns in a formula that match nothing in the network. */
#include <string.h>

#include "api/check/check_warn.h"
#include "explorer/model/network.h"

#define MOST_WARNED 20u /* most actions of one formula that are checked */

/* Nodes of a tree that must still be visited: formulas, regular expressions or actions. */
struct visits {
    struct memory *memory;
    const void **items;
    uint64_t count, capacity;
    int failed; /* memory ran out: the rest of the tree is not checked */
};

static void visit_unusual(struct visits *visits, const void *node) {
    if (node == NULL || visits->failed) {
        return;
    }
    if (MEMORY_GROW(visits->memory, &visits->items, &visits->capacity, visits->count + 1) != 0) {
        visits->failed = 1;
        return;
    }
    visits->items[visits->count++] = node;
}

static void close_visits(const struct label_warner *warner, struct visits *visits) {
    if (visits->failed) {
        check_warn_lacks_memory(warner);
    }
    memory_free(visits->memory, visits->items, visits->capacity * sizeof *visits->items);
}

struct warning {
    struct label_warner warner;
    const struct property *property;
    const char *name; /* name of a formula without file in messages */
    uint8_t *seen;    /* by number of action: whether it was checked */
    uint64_t seen_bytes;
    uint32_t count; /* number of warnings */
};

/* Whether the action was checked before; marks it as checked. */
static int was_seen(struct warning *warning, const struct action *action) {
    uint64_t bytes = warning->seen_bytes;
    if (MEMORY_GROW(&warning->warner.job->memory, &warning->seen, &warning->seen_bytes,
                    (uint64_t)action->number + 1) != 0) {
        check_warn_lacks_memory(&warning->warner);
        return 1;
    }
    memset(warning->seen + bytes, 0, warning->seen_bytes - bytes);
    int seen = warning->seen[action->number];
    warning->seen[action->number] = 1;
    return seen;
}

/* Returns 1 also if that cannot be known. */
static int occurs(const struct warning *warning, const struct action *action) {
    struct error error;
    int found = 0;
    for (uint32_t i = 0; i < warning->warner.network->label_count && found == 0; i++) {
        const struct network_label *label = &warning->warner.network->labels[i];
        if (run_stops_at(&warning->warner.job->run, i + 1, 4096)) {
            return 1;
        }
        found = formula_may_match(warning->property->formula, action, label->text, label->length,
                                  label->kind == LABEL_INTERNAL, &error);
    }
    return found < 0 ? check_warn_forgive(&warning->warner, &error) : found;
}

static void warn_action(struct warning *warning, const struct action *action) {
    char where[640];
    if (action->kind != ACTION_LABEL && action->kind != ACTION_PATTERN &&
        action->kind != ACTION_MULTIACTION) {
        return;
    }
    if (occurs(warning, action)) {
        return;
    }
    warning->count++;
    struct source_position position = property_position(warning->property, action->where);
    snprintf(where, sizeof where, "%.500s:%llu:%llu: '%.80s'",
             warning->property->file != NULL ? position.path : warning->name,
             (unsigned long long)position.line, (unsigned long long)position.column, action->text);
    check_warn_label(&warning->warner, where, action->text, action->kind == ACTION_PATTERN);
}

/* Whether there may be more to warn of; asked for each node. */
static int goes_on(const struct warning *warning, const struct visits *visits) {
    return visits->count > 0 && warning->count < MOST_WARNED && !run_should_stop(&warning->warner.job->run);
}

static void walk_action(struct warning *warning, const struct action *action) {
    struct visits visits = {.memory = &warning->warner.job->memory};
    visit_unusual(&visits, action);
    while (goes_on(warning, &visits)) {
        action = visits.items[--visits.count];
        if (was_seen(warning, action)) {
            continue;
        }
        warn_action(warning, action);
        visit_unusual(&visits, action->right);
        visit_unusual(&visits, action->left);
    }
    close_visits(&warning->warner, &visits);
}

static void walk_regular(struct warning *warning, const struct regular *regular) {
    struct visits visits = {.memory = &warning->warner.job->memory};
    visit_unusual(&visits, regular);
    while (goes_on(warning, &visits)) {
        regular = visits.items[--visits.count];
        walk_action(warning, regular->action);
        visit_unusual(&visits, regular->right);
        visit_unusual(&visits, regular->left);
    }
    close_visits(&warning->warner, &visits);
}

void check_warn_formula(const struct label_warner *warner, const char *name,
                        const struct property *property) {
    struct job *job = warner->job;
    struct warning warning = {.warner = *warner, .property = property, .name = name};
    struct visits visits = {.memory = &job->memory};
    warning.warner.in_file = 1;
    visit_unusual(&visits, formula_written(property->formula));
    while (goes_on(&warning, &visits)) {
        const struct formula *formula = visits.items[--visits.count];
        walk_regular(&warning, formula->regular);
        visit_unusual(&visits, formula->right);
        visit_unusual(&visits, formula->left);
    }
    close_visits(&warning.warner, &visits);
    memory_free(&job->memory, warning.seen, warning.seen_bytes);
}
