/* Components on which a cycle can be fair, of several ranks (cycle_fair_ranks.h). */
#include "decompose/cycles/cycle_fair_ranks.h"

#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/cycles/cycle.h"
#include "explorer/distributed/mail.h"
#include "explorer/graph/graph_part.h"

/* A strong condition, and the vertices of this rank in whose components it is never met. */
struct starving {
    const struct fair_components *fair;
    const uint8_t *set;
    uint32_t *marks; /* [vertices] of the components that they name: whether these meet it */
    uint32_t *dead;  /* bitmap over edges */
    uint64_t removed;
};

void fair_ask_component(uint64_t name, uint32_t *whom, uint64_t *words) {
    *whom = graph_part_rank(name);
    words[0] = graph_part_index(name);
    words[1] = 0;
}

static int is_met(const void *context, uint64_t vertex, uint64_t edge) {
    const struct starving *starving = context;
    const struct fair_components *fair = starving->fair;
    (void)vertex;
    return starving->set[fair->part->labels[edge]] != 0 && bitmap_has(fair->components.inside, edge);
}

/* Asks about the vertex's component if the condition is possible in it, and an edge stays inside. */
static int ask_vertex(void *context, uint64_t vertex, uint32_t *whom, uint64_t *words) {
    const struct starving *starving = context;
    const struct fair_components *fair = starving->fair;
    const struct graph_part *part = fair->part;
    int possible = 0, inside = 0;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1] && !(possible && inside);
         edge++) {
        possible |= starving->set[part->labels[edge]] != 0;
        inside |= bitmap_has(fair->components.inside, edge);
    }
    fair_ask_component(fair->components.component[vertex], whom, words);
    return possible && inside;
}

static int is_unmet(void *context, const uint64_t *words) {
    const struct starving *starving = context;
    return starving->marks[words[0]] == 0;
}

static void remove_vertex(void *context, uint64_t vertex) {
    struct starving *starving = context;
    const struct graph_part *part = starving->fair->part;
    for (uint64_t edge = part->offsets[vertex]; edge < part->offsets[vertex + 1]; edge++) {
        bitmap_set(starving->dead, edge);
        bitmap_clear(starving->fair->components.inside, edge);
    }
    starving->removed++;
}

/* Removes the vertices that starve for the condition `set`. 0 or -1. */
static int remove_starving(struct starving *starving) {
    const struct fair_components *fair = starving->fair;
    const struct part_marking marking = {
        .wants = is_met, .context = starving, .marks = starving->marks, .mark = 1};
    const struct mail_questions questions = {.context = starving,
                                             .count = fair->part->vertices,
                                             .ask = ask_vertex,
                                             .answer = is_unmet,
                                             .yes = remove_vertex};
    memset(starving->marks, 0, fair->part->vertices * sizeof *starving->marks);
    if (part_mark(fair->part, &fair->components, &marking, fair->run, fair->error) != 0) {
        return -1;
    }
    mail *mail = mail_create(fair->run, MAIL_QUESTION_WORDS, 0, fair->error);
    const int failed = mail == NULL || mail_ask(mail, &questions) != 0;
    mail_free(mail);
    return failed ? -1 : 0;
}

/* Decomposes; *removed becomes how many vertices of all ranks starve. */
static int decompose_once(struct fair_components *fair, struct starving *starving, uint64_t *removed) {
    const struct part_scc_options options = {
        .live = fair->goal->live, .dead = starving->dead, .keep_apart = fair->keep_apart};
    struct part_scc_report report;
    part_components_free(&fair->components);
    if (part_scc(fair->part, &options, fair->run, &fair->components, &report, fair->error) != 0) {
        return -1;
    }
    starving->removed = 0;
    for (uint32_t i = 0; i < fair->goal->strong_count; i++) {
        starving->set = fair->goal->strong[i];
        if (remove_starving(starving) != 0) {
            return -1;
        }
    }
    *removed = starving->removed;
    ranks_sum(fair->run->ranks, removed, 1);
    return 0;
}

int fair_decompose(struct fair_components *fair) {
    struct scope scope = {.memory = fair->run->memory};
    struct starving starving = {.fair = fair};
    uint64_t removed = 1;
    if (fair->goal->strong_count != 0) {
        starving.marks = scope_array(&scope, fair->part->vertices, sizeof *starving.marks);
        starving.dead = scope_zeroed(&scope, 1, bitmap_bytes(fair->part->edges));
    }
    int failed = ranks_meet(fair->run->ranks, RANKS_GRAPH, 0,
                            scope_check(&scope, "for the components", fair->error), fair->error) != 0;
    while (!failed && removed != 0) {
        failed = decompose_once(fair, &starving, &removed) != 0;
    }
    scope_close(&scope);
    return failed ? -1 : 0;
}
