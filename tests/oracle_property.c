/* Verdicts straight from the definitions; see the header. Aborts where memory is spent. */
#include "tests/oracle_property.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t oracle_deadlock(const struct oracle_graph *graph) {
    uint64_t least = ORACLE_HOLDS;
    for (uint64_t s = 0; s < graph->states; s++) {
        if (graph->offsets[s] == graph->offsets[s + 1] && graph->level[s] < least)
            least = graph->level[s];
    }
    return least;
}

/* What is between the quotes, if there are any, as a regular expression over the whole label or as a string.
 */
struct wanted {
    char text[1024];
    regex_t expression;
    int is_pattern;
};

static void wanted_open(struct wanted *wanted, const char *text) {
    size_t length = strlen(text);
    char quote = text[0];
    int quoted = length >= 2 && (quote == '\'' || quote == '"') && text[length - 1] == quote;
    wanted->is_pattern = quoted && quote == '\'';
    const char *format = wanted->is_pattern ? "^\\(%.*s\\)$" : "%.*s";
    snprintf(wanted->text, sizeof wanted->text, format, (int)length - 2 * quoted, text + quoted);
    if (wanted->is_pattern && regcomp(&wanted->expression, wanted->text, REG_NOSUB) != 0)
        abort();
}

static int wanted_matches(const struct wanted *wanted, const char *label) {
    if (wanted->is_pattern)
        return regexec(&wanted->expression, label, 0, NULL, 0) == 0;
    return strcmp(wanted->text, label) == 0;
}

uint64_t oracle_never(const struct oracle_graph *graph, const char *text) {
    struct wanted wanted;
    uint64_t least = ORACLE_HOLDS;
    wanted_open(&wanted, text);
    for (uint64_t s = 0; s < graph->states; s++) {
        for (uint64_t e = graph->offsets[s]; e < graph->offsets[s + 1]; e++) {
            uint64_t steps = graph->level[s] + 1ull;
            if (steps < least && wanted_matches(&wanted, graph->edge_label[e]))
                least = steps;
        }
    }
    if (wanted.is_pattern)
        regfree(&wanted.expression);
    return least;
}

/* --- monitors ------------------------------------------------------------------------------------------- */

struct product {
    const struct oracle_graph *graph;
    const struct lts *monitor;
    const label_table *labels;
    uint64_t *distance; /* by state of the graph, then of the monitor; ORACLE_HOLDS where it was not met */
    uint64_t *queue;    /* such pairs, in the order in which they were met */
    uint64_t met;
};

static void meet(struct product *product, uint64_t state, uint64_t monitor_state, uint64_t distance) {
    uint64_t pair = state * product->monitor->states + monitor_state;
    if (product->distance[pair] != ORACLE_HOLDS)
        return;
    product->distance[pair] = distance;
    product->queue[product->met++] = pair;
}

static int carries(const struct product *product, uint64_t move, const char *label) {
    const struct lts *monitor = product->monitor;
    return strcmp(label_text(product->labels, monitor->labels[monitor->label[move]]), label) == 0;
}

static int is_error(const struct product *product, uint64_t state) {
    const struct lts *monitor = product->monitor;
    if (state >= monitor->row_states)
        return 0;
    for (uint64_t m = monitor->row[state]; m < monitor->row[state + 1]; m++) {
        if (carries(product, m, "ERROR"))
            return 1;
    }
    return 0;
}

/* One transition of the graph: the monitor moves along, or stays where it has no such label. */
static void follow(struct product *product, const char *label, uint64_t target, uint64_t state,
                   uint64_t distance) {
    const struct lts *monitor = product->monitor;
    int moved = 0;
    for (uint64_t m = state < monitor->row_states ? monitor->row[state] : 0;
         state < monitor->row_states && m < monitor->row[state + 1]; m++) {
        if (!carries(product, m, label))
            continue;
        meet(product, target, monitor->target[m], distance);
        moved = 1;
    }
    if (!moved)
        meet(product, target, state, distance);
}

static uint64_t search(struct product *product) {
    const struct oracle_graph *graph = product->graph;
    meet(product, 0, product->monitor->initial, 0);
    for (uint64_t next = 0; next < product->met; next++) {
        uint64_t pair = product->queue[next], distance = product->distance[pair];
        uint64_t state = pair / product->monitor->states, watching = pair % product->monitor->states;
        if (is_error(product, watching))
            return distance;
        for (uint64_t e = graph->offsets[state]; e < graph->offsets[state + 1]; e++) {
            follow(product, graph->edge_label[e], graph->edge_target[e], watching, distance + 1);
        }
    }
    return ORACLE_HOLDS;
}

uint64_t oracle_monitor(const struct oracle_graph *graph, const struct lts *monitor,
                        const label_table *labels) {
    uint64_t pairs = graph->states * monitor->states;
    struct product product = {graph,
                              monitor,
                              labels,
                              malloc(pairs * sizeof *product.distance),
                              malloc(pairs * sizeof *product.queue),
                              0};
    if (product.distance == NULL || product.queue == NULL)
        abort();
    memset(product.distance, 0xff, pairs * sizeof *product.distance);
    uint64_t steps = search(&product);
    free(product.distance);
    free(product.queue);
    return steps;
}
