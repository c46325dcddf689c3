/* Answers questions about the graph of a search, on the side where it is. */
#include "space/questions.h"

#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/cycles/cycle_colour.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "space/questions_internal.h"

/* Returns 0, or -1 with the query's error filled. */
static int copy_states(const struct asking *asking, struct cycle_query *query) {
    const struct graph_selection selection = {query->cycle.vertices, 0, query->cycle.steps + 1};
    query->states = graph_states_part(asking->states, asking->run->memory, &query->error);
    return query->states == NULL
               ? -1
               : graph_states_append(query->states, asking->states, &selection, &query->error);
}

void ask_drop_states(graph_states **states) {
    graph_states_free(*states);
    *states = NULL;
}

int ask_take_states(const struct asking *asking, struct cycle_query *query) {
    if (asking->states == NULL || !query->cycle.found || copy_states(asking, query) == 0) {
        return 0;
    }
    ask_drop_states(&query->states);
    if (query->error.code == ERROR_MEMORY &&
        graph_states_fetch(asking->states, asking->run, &query->error) == 0 &&
        copy_states(asking, query) == 0) {
        query->error.code = ERROR_NONE;
        return 0;
    }
    ask_drop_states(&query->states);
    if (query->error.code == ERROR_DEVICE) {
        return -1;
    }
    query->error.code = ERROR_NONE;
    return 0;
}

void ask_graph(struct asking *asking, struct graph *graph) {
    const struct space_questions *questions = asking->questions;
    struct error why = {.code = ERROR_NONE};
    if (!asking->coloured && cycle_colour(graph, questions->colouring, asking->run, &why) != 0) {
        for (; asking->done < questions->cycle_count; asking->done++) {
            questions->cycles[asking->done].error = why;
        }
    }
    asking->coloured = 1;
    for (; asking->done < questions->cycle_count; asking->done++) {
        struct cycle_query *query = &questions->cycles[asking->done];
        query->error.code = ERROR_NONE;
        if (!cycle_query_is_needless(query) && cycle_find(graph, &asking->levels, &query->goal, asking->run,
                                                          &query->cycle, &query->error) == 0) {
            ask_take_states(asking, query);
        }
    }
}

static void set_levels(struct asking *asking) {
    const struct state_space *states = &asking->space->exploration->space;
    asking->levels = (struct cycle_levels){states->level_begin, states->levels};
}

unsigned ask_arrays(const struct space_questions *questions) {
    return GRAPH_LABELS | (questions->visit != NULL ? GRAPH_CHOICES : 0) |
           (questions->colouring != NULL ? GRAPH_OBSERVER : 0);
}

static int ask_host(struct asking *asking) {
    const struct space_questions *questions = asking->questions;
    const struct graph_options options = {ask_arrays(questions),
                                          questions->with_states ? &asking->states : NULL};
    struct graph *graph = space_graph(asking->space, &options, asking->run, asking->error);
    asking->coloured = questions->colouring == NULL;
    if (graph == NULL) {
        return -1;
    }
    set_levels(asking); /* the search may have been repeated */
    ask_graph(asking, graph);
    if (questions->visit != NULL) {
        questions->visit(questions->context, graph, asking->states);
    }
    graph_free(graph);
    ask_drop_states(&asking->states);
    return 0;
}

static int ask_ranks(struct asking *asking) {
    const struct space_questions *questions = asking->questions;
    const struct cycle_ranks_task task = {.exploration = asking->space->exploration,
                                          .queries = questions->cycles,
                                          .count = questions->cycle_count,
                                          .colouring = questions->colouring,
                                          .with_states = questions->with_states,
                                          .keep_apart = questions->keep_apart};
    return questions->visit != NULL
               ? error_set(asking->error, ERROR_USAGE, "schedulers are for one process: start one")
               : cycle_search_ranks(&task, asking->run, asking->error);
}

int space_ask(struct space *space, const struct space_questions *questions, const struct run *run,
              struct error *error) {
    struct asking asking = {.space = space, .questions = questions, .run = run, .error = error};
    set_levels(&asking);
    if (questions->failed) {
        return ranks_meet(run->ranks, RANKS_GRAPH, 0, 1, error);
    }
    if (exploration_check_kept(space->exploration, "for the graph", error) != 0) {
        return -1;
    }
    if (run->ranks != NULL) {
        return ask_ranks(&asking);
    }
    const int failed = ask_there(&asking);
    return failed > 0 ? ask_host(&asking) : failed;
}
