/* The total counts of `heddle check`: those of all searches and games. */
#include "cli/check/check_counts.h"

#include <jansson.h>
#include <string.h>

#include "api/check/check_reason.h"
#include "base/array.h"
#include "cli/result_rows.h"
#include "model/mdp.h"
#include "explorer/backend.h"

#define AT(member) offsetof(struct check_counts, member)

static const struct statistic_row network_rows[] = {
    COMMAND_ROWS(struct check_counts, "network"),
    DEVICE_ROWS(struct check_counts),
    {"ranks", NULL, NULL, STATISTIC_COUNT, AT(ranks)},
    {"gpus", NULL, NULL, STATISTIC_COUNT, AT(gpus)},
    {"bytes_exchanged", "exchanged", NULL, STATISTIC_BYTES, AT(effort.bytes_exchanged)},
    OUTCOME_ROWS(struct check_counts),
    {"searches", NULL, NULL, STATISTIC_COUNT, AT(searches)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(found.states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(found.transitions)},
    {"product_states", NULL, NULL, STATISTIC_COUNT, AT(product_states)},
    {NULL, "product states", NULL, STATISTIC_TEXT, AT(product)},
    {"reduced", NULL, NULL, STATISTIC_COUNT, AT(found.reduced)},
    {"reduced_until", NULL, NULL, STATISTIC_COUNT, AT(found.reduced_until)},
    {NULL, "reduction", NULL, STATISTIC_TEXT, AT(reduction)},
    {"levels", "levels", NULL, STATISTIC_COUNT, AT(found.levels)},
    {"deadlocks", "deadlocks", NULL, STATISTIC_COUNT, AT(found.deadlocks)},
    {"resumed_states", NULL, NULL, STATISTIC_COUNT, AT(effort.resumed_states)},
    {"handed_states", "handed over", "states of one GPU", STATISTIC_COUNT, AT(effort.handed_states)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(compose_seconds)},
    {"seconds", "search time", NULL, STATISTIC_SECONDS, AT(effort.seconds)},
    {NULL, "games", NULL, STATISTIC_TEXT, AT(games)},
    {"game_seconds", "game time", NULL, STATISTIC_SECONDS, AT(game_seconds)},
    {"start_seconds", NULL, NULL, STATISTIC_SECONDS, AT(start.key)},
    {NULL, "GPU start", NULL, STATISTIC_SECONDS, AT(start.row)},
    {"graph_seconds", NULL, NULL, STATISTIC_SECONDS, AT(graph.key)},
    {NULL, "graph time", NULL, STATISTIC_SECONDS, AT(graph.row)},
    {"evidence_seconds", NULL, NULL, STATISTIC_SECONDS, AT(evidence.key)},
    {NULL, "evidence time", NULL, STATISTIC_SECONDS, AT(evidence.row)},
    {"vacuity_seconds", NULL, NULL, STATISTIC_SECONDS, AT(vacuity.key)},
    {NULL, "vacuity time", NULL, STATISTIC_SECONDS, AT(vacuity.row)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    SPEED_ROWS(struct check_counts),
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
    {"spilled_bytes", "spilled", NULL, STATISTIC_BYTES, AT(spilled_bytes)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, AT(effort.table_load)},
    {"certificate", "certificate", NULL, STATISTIC_TEXT, AT(certificate)},
    {"scheduler", "scheduler", NULL, STATISTIC_TEXT, AT(scheduler)},
    {"product_file", "product in", NULL, STATISTIC_TEXT, AT(product_file)},
    {"game_file", "game in", NULL, STATISTIC_TEXT, AT(game_file)},
    {"report", "report", NULL, STATISTIC_TEXT, AT(page)},
};

static const struct statistic_row mdp_rows[] = {
    COMMAND_ROWS(struct check_counts, "MDP"),
    {"device", "device", NULL, STATISTIC_TEXT, AT(device)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(found.states)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(found.choices)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    {"seconds", "time to solve", NULL, STATISTIC_SECONDS, AT(effort.seconds)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    {"scheduler", "scheduler", NULL, STATISTIC_TEXT, AT(scheduler)},
    {"product_file", "product in", NULL, STATISTIC_TEXT, AT(product_file)},
};

/* Adds to a sum, which begins when there is something to add. */
static void add_count(uint64_t *sum, uint64_t number) {
    *sum = (*sum == STATISTIC_ABSENT ? 0 : *sum) + number;
}

/* Adds a search. The counts of the network and `complete` come from the search without monitor, which is the
 * first if there is one. */
static void add_search(struct check_counts *counts, const struct check_search *search,
                       int *products_complete) {
    counts->effort.seconds += search->effort.seconds;
    counts->effort.start_seconds += search->effort.start_seconds;
    if (search->effort.resumed_states != 0) {
        add_count(&counts->effort.resumed_states, search->effort.resumed_states);
    }
    if (search->effort.handed_states != 0) {
        counts->effort.handed_states = search->effort.handed_states;
    }
    if (search->is_first) {
        return; /* others completed what it began */
    }
    if (search->product) {
        *products_complete &= search->result.outcome == EXPLORE_DONE;
        add_count(&counts->product_states, search->result.states);
    } else {
        counts->found.states = search->result.states;
        counts->found.transitions = search->result.transitions;
        counts->found.deadlocks = search->result.deadlocks;
        counts->complete = search->result.outcome == EXPLORE_DONE;
        counts->outcome = search_outcome_name(search->result.outcome);
    }
    if (counts->found.levels == STATISTIC_ABSENT) {
        counts->found.levels = search->result.levels;
        counts->effort.table_load = search->effort.table_load;
    }
}

/* The speed of all searches, without what checkpoints had; shorter ones say nothing about speed. */
static void add_speed(struct check_counts *counts, const struct check *check) {
    double states = 0, transitions = 0;
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        states += (double)(search->result.states - search->effort.resumed_states);
        transitions += (double)(search->result.transitions - search->effort.resumed_transitions);
    }
    if (counts->effort.seconds >= 0.01) {
        counts->states_rate = states / counts->effort.seconds;
        counts->transitions_rate = transitions / counts->effort.seconds;
    }
}

static void add_searches(struct check_counts *counts, const struct check *check) {
    int products_complete = 1;
    for (uint32_t i = 0; i < check->search_count; i++) {
        add_search(counts, &check->searches[i], &products_complete);
    }
    if (counts->found.states == STATISTIC_ABSENT) {
        counts->complete = products_complete;
        for (uint32_t i = 0; i < check->search_count && !counts->complete; i++) {
            if (check->searches[i].result.outcome != EXPLORE_DONE) {
                counts->outcome = search_outcome_name(check->searches[i].result.outcome);
            }
        }
    }
    if (counts->product_states != STATISTIC_ABSENT) {
        char number[QUANTITY_TEXT];
        snprintf(counts->texts.product, sizeof counts->texts.product, "%s%s",
                 products_complete ? "" : "at least ", quantity_number(counts->product_states, number));
        counts->product = counts->texts.product;
    }
}

/* Collects what partial-order reduction did in all searches. */
static void add_reduction(struct check_counts *counts, const struct check *check) {
    counts->found.reduced = 0;
    counts->found.reduced_until = UINT64_MAX;
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct explore_result *result = &check->searches[i].result;
        counts->found.reduced += result->reduced;
        if (result->levels != 0 && result->reduced_until < counts->found.reduced_until) {
            counts->found.reduced_until = result->reduced_until;
        }
    }
    counts->reduction =
        search_reduction_text(&counts->found, counts->texts.reduction, sizeof counts->texts.reduction);
}

/* Adds an engine, unless it was added before. */
static void name_engine(struct check_counts *counts, const char *device) {
    char *text = counts->texts.device;
    const size_t length = strlen(text);
    if (device[0] != '\0' && strstr(text, device) == NULL) {
        snprintf(text + length, sizeof counts->texts.device - length, "%s%s", length != 0 ? ", " : "",
                 device);
        counts->device = text;
    }
}

/* Collects the engines, each named once, and the memory on their own side: the maximum over the searches. */
static void add_engines(struct check_counts *counts, const struct check *check) {
    uint64_t peak = 0;
    int on_host = 0, on_device = 0; /* whether the CPU, or a GPU, did searches */
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct explore_effort *effort = &check->searches[i].effort;
        on_host |= !effort->on_device && effort->device[0] != '\0';
        on_device |= effort->on_device;
        if ((effort->on_device || effort->ranks != 0) && effort->memory_peak > peak) {
            peak = effort->memory_peak; /* not what this process used */
        }
        if (effort->ranks != 0 || effort->gpus != 0) {
            add_count(&counts->effort.bytes_exchanged, effort->bytes_exchanged);
        }
        counts->ranks = effort->ranks != 0 ? effort->ranks : counts->ranks;
        counts->gpus = effort->gpus != 0 ? effort->gpus : counts->gpus;
        name_engine(counts, effort->device);
    }
    if (on_device && !on_host) {
        counts->threads = STATISTIC_ABSENT;
        counts->memory_bytes = 0;
    }
    counts->memory_bytes = peak > counts->memory_bytes ? peak : counts->memory_bytes;
}

/* Collects the games: all vertices and edges, the solvers, each named once, and the time in addition to the
 * searches. */
static void add_games(struct check_counts *counts, const struct checked *checked) {
    char vertices_text[QUANTITY_TEXT], edges_text[QUANTITY_TEXT], solvers[128] = "";
    uint64_t vertices = 0, edges = 0;
    for (uint32_t i = 0; i < checked->count; i++) {
        const struct check_game *game = &checked->check->results[i].game;
        size_t length = strlen(solvers);
        if (game->made.vertices == 0) {
            continue;
        }
        vertices += game->made.vertices;
        edges += game->made.edges;
        counts->game_seconds = counts->game_seconds < 0 ? 0 : counts->game_seconds;
        counts->game_seconds += game->made.generate_seconds + game->made.solve_seconds;
        counts->game_file = game->written ? checked->request->write_game : counts->game_file;
        const char *solver = check_game_solver(game);
        if (game->made.solve.engine != NULL && strstr(solvers, solver) == NULL) {
            snprintf(solvers + length, sizeof solvers - length, ", %s (%s)", solver, game->made.solve.engine);
        }
    }
    if (vertices != 0) {
        snprintf(counts->texts.game, sizeof counts->texts.game, "%s vertices, %s edges%s",
                 quantity_number(vertices, vertices_text), quantity_number(edges, edges_text), solvers);
        counts->games = counts->texts.game;
    }
}

static void add_composing(struct check_counts *counts, const struct checked *checked) {
    counts->compose_seconds = checked->composed.group_count == 0 ? -1 : 0;
    for (uint32_t i = 0; i < checked->composed.group_count; i++) {
        counts->compose_seconds += checked->composed.groups[i].seconds;
    }
}

/* The searches whose counts are shown may be done, and what came after them, or another one, was not. */
static void add_undecided(struct check_counts *counts, const struct checked *checked) {
    const int is_done = counts->complete;
    for (uint32_t i = 0; i < checked->count && is_done; i++) {
        struct error why;
        check_why(checked->check, i, &why);
        if (checked->check->results[i].verdict == VERDICT_UNDECIDED && error_is_undecided(why.code)) {
            counts->complete = !checked->is_composed; /* no search says where composing ended */
            counts->outcome = job_outcome_of(checked->job, why.code);
            return;
        }
    }
}

/* The time of a step, if it was done; short ones need no row. */
static struct check_time time_of(double seconds) {
    return (struct check_time){seconds > 0 ? seconds : -1, seconds >= 0.1 ? seconds : -1};
}

static void take_network(struct check_counts *counts, const struct checked *checked) {
    const struct check *check = checked->check;
    counts->outcome = search_outcome_name(EXPLORE_DONE);
    counts->complete = 1;
    counts->certificate = check->certified ? checked->request->certificate : NULL;
    counts->page = checked->has_page ? checked->request->report : NULL;
    counts->threads = checked->job->run.threads;
    counts->memory_bytes = checked->memory_bytes;
    counts->spilled_bytes = memory_peak(&checked->job->spill);
    if (counts->spilled_bytes == 0) {
        counts->spilled_bytes = STATISTIC_ABSENT;
    }
    counts->searches = check->search_count;
    add_searches(counts, check);
    add_speed(counts, check);
    add_engines(counts, check);
    if (checked->reduces) {
        add_reduction(counts, check);
    }
    add_games(counts, checked);
    counts->start = time_of(counts->effort.start_seconds);
    counts->graph = time_of(check->graph_seconds);
    counts->evidence = time_of(check->evidence_seconds);
    counts->vacuity = time_of(check->vacuity_seconds);
    if (checked->is_composed) {
        add_composing(counts, checked);
    }
    add_undecided(counts, checked);
}

static void take_mdp(struct check_counts *counts, const struct checked *checked) {
    counts->device = "cpu";
    counts->found.states = checked->mdp->states;
    counts->found.choices = checked->mdp->choices;
    counts->edges = checked->mdp->edges;
    for (uint32_t i = 0; i < checked->count; i++) {
        counts->effort.seconds += checked->check->results[i].goal_seconds;
    }
}

void check_counts_take(const struct checked *checked, struct check_counts *counts) {
    *counts = (struct check_counts){.complete = 0};
    statistics_clear(network_rows, LENGTH(network_rows), counts);
    counts->effort.bytes_exchanged = STATISTIC_ABSENT;
    counts->effort.seconds = 0;
    counts->command = checked->job->command;
    counts->input = checked->request->path;
    counts->device = job_device(checked->job);
    counts->product_file = checked->check->produced ? checked->request->write_product : NULL;
    counts->scheduler = checked->check->scheduled ? checked->request->scheduler : NULL;
    counts->total_seconds = checked->total_seconds;
    if (checked->mdp != NULL) {
        take_mdp(counts, checked);
    } else {
        take_network(counts, checked);
    }
}

void check_counts_print(const struct checked *checked, const struct check_counts *counts, FILE *stream) {
    if (checked->mdp != NULL) {
        statistics_print(mdp_rows, LENGTH(mdp_rows), counts, 0, stream);
    } else {
        statistics_print(network_rows, LENGTH(network_rows), counts, !counts->complete, stream);
    }
}

json_t *check_counts_json(const struct checked *checked, const struct check_counts *counts) {
    const int is_mdp = checked->mdp != NULL;
    json_t *object = json_object();
    if (statistics_json(&checked->job->memory, is_mdp ? mdp_rows : network_rows,
                        is_mdp ? LENGTH(mdp_rows) : LENGTH(network_rows), counts, object) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *check_counts_of(const struct checked *checked) {
    struct check_counts counts;
    check_counts_take(checked, &counts);
    return check_counts_json(checked, &counts);
}
