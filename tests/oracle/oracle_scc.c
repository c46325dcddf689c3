/* Strongly connected components and their counts, from the definitions. */
#include "tests/oracle/oracle_scc.h"

#include <stdlib.h>

#include "model/digraph_core.h"

/* reach[u * n + v]: there is a path of zero or more live edges from u to v. */
static unsigned char *close_transitively(const struct digraph *graph) {
    uint64_t n = graph->vertices;
    unsigned char *reach = calloc(n * n + 1, 1);
    if (reach == NULL) {
        abort();
    }
    for (uint64_t u = 0; u < n; u++) {
        reach[u * n + u] = 1;
        for (uint64_t edge = graph->offsets[u]; edge < graph->offsets[u + 1]; edge++) {
            if (digraph_is_live(graph, edge)) {
                reach[u * n + graph->targets[edge]] = 1;
            }
        }
    }
    for (uint64_t middle = 0; middle < n; middle++) {
        for (uint64_t u = 0; u < n; u++) {
            for (uint64_t v = 0; reach[u * n + middle] && v < n; v++) {
                reach[u * n + v] |= reach[middle * n + v];
            }
        }
    }
    return reach;
}

void oracle_scc(const struct digraph *graph, uint32_t *component) {
    uint64_t n = graph->vertices;
    unsigned char *reach = close_transitively(graph);
    for (uint64_t v = 0; v < n; v++) {
        uint64_t least = 0;
        while (!reach[v * n + least] || !reach[least * n + v]) {
            least++;
        }
        component[v] = (uint32_t)least;
    }
    free(reach);
}

static int is_bottom(const struct digraph *graph, const uint32_t *component, uint32_t name) {
    for (uint64_t v = 0; v < graph->vertices; v++) {
        for (uint64_t edge = graph->offsets[v]; edge < graph->offsets[v + 1]; edge++) {
            if (component[v] == name && digraph_is_live(graph, edge) &&
                component[graph->targets[edge]] != name) {
                return 0;
            }
        }
    }
    return 1;
}

/* Whether the counts have the list of sizes, and the numbers that follow from it. */
static int same_sizes(const uint64_t *size, uint64_t n, const struct component_counts *counts) {
    struct component_counts naive = {0};
    for (uint64_t wanted = 1; wanted <= n; wanted++) {
        uint64_t count = 0;
        for (uint64_t name = 0; name < n; name++) {
            count += size[name] == wanted;
        }
        if (count == 0) {
            continue;
        }
        uint64_t at = naive.size_count++;
        if (at >= counts->size_count || counts->sizes[at].size != wanted ||
            counts->sizes[at].count != count) {
            return 0;
        }
        naive.components += count;
        naive.largest = wanted;
        naive.states_in_components += wanted * count;
        naive.trivial += wanted == 1 ? count : 0;
    }
    return naive.size_count == counts->size_count && naive.components == counts->components &&
           naive.trivial == counts->trivial && naive.largest == counts->largest &&
           naive.states_in_components == counts->states_in_components;
}

int oracle_counts_are(const struct digraph *graph, const uint32_t *component,
                      const struct component_counts *counts) {
    uint64_t n = graph->vertices, bottom = 0;
    uint64_t *size = calloc(n + 1, sizeof *size);
    if (size == NULL) {
        abort();
    }
    for (uint64_t v = 0; v < n; v++) {
        if (component[v] != COMPONENT_NONE) {
            size[component[v]]++;
        }
    }
    for (uint64_t name = 0; name < n; name++) {
        bottom += size[name] > 0 && is_bottom(graph, component, (uint32_t)name);
    }
    int same = same_sizes(size, n, counts) && bottom == counts->bottom;
    free(size);
    return same;
}

int oracle_allows(const struct digraph *graph, const uint32_t *exact, const uint32_t *candidates,
                  const uint32_t *component) {
    uint64_t n = graph->vertices;
    for (uint64_t v = 0; v < n; v++) {
        uint64_t least = 0;
        while (least < n && component[least] != component[v]) {
            least++;
        }
        /* Named by the smallest member; at least v's whole component. */
        if (component[v] != least || component[v] != component[exact[v]]) {
            return 0;
        }
        for (uint64_t u = 0; u < n && bitmap_has(candidates, v); u++) {
            if ((component[u] == component[v]) != (exact[u] == exact[v])) {
                return 0;
            }
        }
    }
    return 1;
}
