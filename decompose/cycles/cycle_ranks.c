/* Searches for cycles in a graph of which each rank has a part (cycle_query.h). */
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/cycles/cycle_colour.h"
#include "decompose/cycles/cycle_fair_ranks.h"
#include "decompose/cycles/cycle_lasso_ranks.h"
#include "decompose/cycles/cycle_query.h"
#include "explorer/graph/graph_part.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"

/* Which of this rank's vertices is the least on a matching cycle. */
struct cycle_start {
    struct lasso_search *search;
    uint32_t *marks; /* [vertices] of the components that they name: sets that these have */
    uint32_t sets;
    uint64_t least, last; /* last: the component that was asked about last */
};

static int is_inside(const void *context, uint64_t vertex, uint64_t edge) {
    const struct cycle_start *starting = context;
    (void)vertex;
    return bitmap_has(starting->search->components->inside, edge);
}

static int is_of_set(const void *context, uint64_t vertex, uint64_t edge) {
    const struct cycle_start *starting = context;
    return is_inside(context, vertex, edge) && lasso_wants(starting->search, vertex, edge);
}

/* Vertices come in ascending order; neighbours are often in one component. */
static int ask_vertex(void *context, uint64_t vertex, uint32_t *whom, uint64_t *words) {
    struct cycle_start *starting = context;
    const struct part_components *components = starting->search->components;
    const uint64_t name = components->component[vertex];
    if (vertex > starting->least || name == starting->last || !bitmap_has(components->core, vertex)) {
        return 0;
    }
    starting->last = name;
    fair_ask_component(name, whom, words);
    return 1;
}

static int answer_vertex(void *context, const uint64_t *words) {
    const struct cycle_start *starting = context;
    return starting->marks[words[0]] == starting->sets;
}

static void note_vertex(void *context, uint64_t vertex) {
    struct cycle_start *starting = context;
    starting->least = vertex < starting->least ? vertex : starting->least;
}

static uint32_t set_count(const struct cycle_goal *goal) {
    return goal->needed_count + goal->weak_count;
}

/* Marks the components that have all sets, or without sets an edge. */
static int mark_components(struct cycle_start *starting) {
    struct lasso_search *search = starting->search;
    const struct cycle_goal *goal = search->goal;
    const uint32_t needed = goal->needed_count;
    for (uint32_t i = 0; i < starting->sets; i++) {
        const struct part_marking marking = {.wants = set_count(goal) == 0 ? is_inside : is_of_set,
                                             .context = starting,
                                             .marks = starting->marks,
                                             .mark = i + 1};
        if (set_count(goal) != 0) {
            lasso_want(search, i < needed ? goal->needed[i] : goal->weak[i - needed], i >= needed);
        }
        if (part_mark(search->part, search->components, &marking, search->run, search->error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The least vertex of this rank that is on a matching cycle, or UINT64_MAX. Collective. */
static int find_least(struct lasso_search *search, uint64_t *least) {
    struct memory *memory = search->run->memory;
    const uint64_t bytes = search->part->vertices * sizeof(uint32_t);
    struct cycle_start starting = {.search = search,
                                   .marks = memory_allocate_zeroed(memory, bytes),
                                   .sets = set_count(search->goal) == 0 ? 1 : set_count(search->goal),
                                   .least = UINT64_MAX,
                                   .last = GRAPH_PART_NONE};
    const struct mail_questions questions = {.context = &starting,
                                             .count = search->part->vertices,
                                             .ask = ask_vertex,
                                             .answer = answer_vertex,
                                             .yes = note_vertex};
    const int lacks = starting.marks == NULL ? error_memory(search->error, "for the components") : 0;
    int failed = ranks_meet(search->run->ranks, RANKS_GRAPH, 0, lacks, search->error) != 0 ||
                 mark_components(&starting) != 0;
    if (!failed) {
        mail *mail = mail_create(search->run, MAIL_QUESTION_WORDS, 0, search->error);
        failed = mail == NULL || mail_ask(mail, &questions) != 0;
        mail_free(mail);
    }
    memory_free(memory, starting.marks, bytes);
    *least = starting.least;
    return failed ? -1 : 0;
}

/* Builds the lasso if some rank has a vertex on a cycle, and leaves its states. */
static int find_lasso(struct lasso_search *search, uint64_t least, const struct cycle_ranks_task *task,
                      struct cycle_query *query) {
    if (lasso_open(search) != 0) {
        return -1;
    }
    const struct ranks_vertex start = lasso_choose(search, least, 0);
    if (start.vertex == GRAPH_PART_NONE) {
        return 0;
    }
    if (lasso_find(search, start) != 0) {
        return -1;
    }
    cycle_drop_kinds(search->cycle, search->goal);
    search->cycle->found = 1;
    if (task->with_states) {
        struct error error; /* the verdict stands without them */
        query->states = graph_states_of_vectors(task->exploration->model, search->vectors,
                                                search->cycle->steps + 1, search->run->memory, &error);
    }
    return 0;
}

/* Makes the search in the components. */
static int search_components(const struct cycle_ranks_task *task, const struct fair_components *fair,
                             struct cycle_query *query) {
    struct scope scope = {.memory = fair->run->memory};
    struct lasso_search search = {
        .part = fair->part,
        .components = &fair->components,
        .goal = fair->goal,
        .label_count = cycle_goal_labels(fair->goal, model_network(task->exploration->model)->label_count),
        .run = fair->run,
        .error = fair->error,
        .cycle = &query->cycle};
    uint64_t least;
    if (fair->goal->weak_count != 0) {
        search.idle = scope_zeroed(&scope, 1, bitmap_bytes(fair->part->vertices));
    }
    const int lacks = scope_check(&scope, "for the components", fair->error);
    const int failed = ranks_meet(fair->run->ranks, RANKS_GRAPH, 0, lacks, fair->error) != 0 ||
                       find_least(&search, &least) != 0 || find_lasso(&search, least, task, query) != 0;
    lasso_close(&search);
    scope_close(&scope);
    return failed ? -1 : 0;
}

static int answer_query(const struct cycle_ranks_task *task, const struct graph_part *part,
                        const struct run *run, struct cycle_query *query) {
    struct fair_components fair = {.part = part,
                                   .goal = &query->goal,
                                   .keep_apart = task->keep_apart,
                                   .run = run,
                                   .error = &query->error};
    query->error.code = ERROR_NONE;
    const int failed = fair_decompose(&fair) != 0 || search_components(task, &fair, query) != 0;
    part_components_free(&fair.components);
    return failed ? -1 : 0;
}

int cycle_search_ranks(const struct cycle_ranks_task *task, const struct run *run, struct error *error) {
    struct exploration *exploration = task->exploration;
    struct ranks *ranks = run->ranks;
    const uint64_t before = ranks->bytes_sent;
    struct graph_part *part = graph_part_build(exploration, 0, run, error);
    if (part != NULL && task->colouring != NULL) {
        cycle_colour_part(part, task->colouring);
    }
    for (uint32_t i = 0; i < task->count && part != NULL; i++) {
        answer_query(task, part, run, &task->queries[i]);
    }
    const int failed = part == NULL;
    graph_part_free(part);
    uint64_t sums[] = {memory_peak(run->memory), ranks->bytes_sent - before};
    ranks_sum(ranks, sums, sizeof sums / sizeof *sums);
    exploration->effort.memory_peak = sums[0];
    exploration->effort.bytes_exchanged += sums[1];
    return failed ? -1 : 0;
}
