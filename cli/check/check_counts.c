/* The total counts of `heddle check`: those of all searches and games. */
#include "cli/check/check_counts.h"

#include <string.h>

#include "cli/check/check_compose.h"
#include "cli/result_rows.h"
#include "api/search.h"
#include "explorer/backend.h"

#define AT(member) offsetof(struct check_counts, member)

const struct statistic_row check_count_rows[CHECK_COUNT_ROWS] = {
    COMMAND_ROWS(struct check_counts, "network"),
    DEVICE_ROWS(struct check_counts),
    RANK_ROWS(struct check_counts),
    OUTCOME_ROWS(struct check_counts),
    {"searches", NULL, NULL, STATISTIC_COUNT, AT(searches)},
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(transitions)},
    {"product_states", NULL, NULL, STATISTIC_COUNT, AT(product_states)},
    {NULL, "product states", NULL, STATISTIC_TEXT, AT(product_text)},
    {"reduced", NULL, NULL, STATISTIC_COUNT, AT(reduced)},
    {"reduced_until", NULL, NULL, STATISTIC_COUNT, AT(reduced_until)},
    {NULL, "reduction", NULL, STATISTIC_TEXT, AT(reduction_text)},
    {"levels", "levels", NULL, STATISTIC_COUNT, AT(levels)},
    {"deadlocks", "deadlocks", NULL, STATISTIC_COUNT, AT(deadlocks)},
    {"resumed_states", NULL, NULL, STATISTIC_COUNT, AT(resumed_states)},
    {"handed_states", "handed over", "states of one GPU", STATISTIC_COUNT, AT(handed_states)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(compose_seconds)},
    {"seconds", "search time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {NULL, "games", NULL, STATISTIC_TEXT, AT(game_text)},
    {"game_seconds", "game time", NULL, STATISTIC_SECONDS, AT(game_seconds)},
    {"start_seconds", NULL, NULL, STATISTIC_SECONDS, AT(start_seconds)},
    {NULL, "GPU start", NULL, STATISTIC_SECONDS, AT(start_row)},
    {"graph_seconds", NULL, NULL, STATISTIC_SECONDS, AT(graph_seconds)},
    {NULL, "graph time", NULL, STATISTIC_SECONDS, AT(graph_row)},
    {"evidence_seconds", NULL, NULL, STATISTIC_SECONDS, AT(evidence_seconds)},
    {NULL, "evidence time", NULL, STATISTIC_SECONDS, AT(evidence_row)},
    {"vacuity_seconds", NULL, NULL, STATISTIC_SECONDS, AT(vacuity_seconds)},
    {NULL, "vacuity time", NULL, STATISTIC_SECONDS, AT(vacuity_row)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    SPEED_ROWS(struct check_counts),
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
    {"spilled_bytes", "spilled", NULL, STATISTIC_BYTES, AT(spilled_bytes)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, AT(table_load)},
    {"certificate", "certificate", NULL, STATISTIC_TEXT, AT(certificate)},
    {"scheduler", "scheduler", NULL, STATISTIC_TEXT, AT(scheduler)},
    {"game_file", "game in", NULL, STATISTIC_TEXT, AT(game_file)},
    {"report", "report", NULL, STATISTIC_TEXT, AT(page)},
};

/* Adds a search. `states`, `transitions`, `deadlocks` and `complete` are those of the network: they come
 * from the search without monitor, which is the first if there is one. */
static void add_search(struct check_counts *counts, const struct check_search *search, double *states,
                       double *transitions) {
    const uint64_t resumed = search->effort.resumed_states;
    *states += (double)(search->result.states - resumed);
    *transitions += (double)(search->result.transitions - search->effort.resumed_transitions);
    if (resumed != 0) {
        counts->resumed_states =
            (counts->resumed_states == STATISTIC_ABSENT ? 0 : counts->resumed_states) + resumed;
    }
    if (search->effort.handed_states != 0) {
        counts->handed_states = search->effort.handed_states;
    }
    counts->seconds += search->effort.seconds;
    if (search->is_first) {
        return; /* others completed what it began */
    }
    if (search->product) {
        counts->product_complete &= search->result.outcome == EXPLORE_DONE;
        counts->product_states =
            (counts->product_states == STATISTIC_ABSENT ? 0 : counts->product_states) + search->result.states;
    } else {
        counts->states = search->result.states;
        counts->transitions = search->result.transitions;
        counts->deadlocks = search->result.deadlocks;
        counts->complete = search->result.outcome == EXPLORE_DONE;
        counts->outcome = search_outcome_name(search->result.outcome);
    }
    if (counts->levels == STATISTIC_ABSENT) {
        counts->levels = search->result.levels;
        counts->table_load = search->effort.table_load;
    }
}

static void add_searches(struct check_counts *counts, const struct check *check) {
    double states = 0, transitions = 0;
    for (uint32_t i = 0; i < check->search_count; i++) {
        add_search(counts, &check->searches[i], &states, &transitions);
    }
    if (counts->states == STATISTIC_ABSENT) {
        counts->complete = counts->product_complete;
        for (uint32_t i = 0; i < check->search_count && !counts->complete; i++) {
            if (check->searches[i].result.outcome != EXPLORE_DONE) {
                counts->outcome = search_outcome_name(check->searches[i].result.outcome);
            }
        }
    }
    if (counts->seconds >= 0.01) { /* shorter searches are too short to measure speed */
        counts->states_rate = states / counts->seconds;
        counts->transitions_rate = transitions / counts->seconds;
    }
    if (counts->product_states != STATISTIC_ABSENT) {
        char number[QUANTITY_TEXT];
        snprintf(counts->texts.product, sizeof counts->texts.product, "%s%s",
                 counts->product_complete ? "" : "at least ",
                 quantity_number(counts->product_states, number));
        counts->product_text = counts->texts.product;
    }
}

/* Collects what partial-order reduction did in all searches. */
static void add_reduction(struct check_counts *counts, const struct check *check) {
    struct explore_result all = {.reduced_until = UINT64_MAX};
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct explore_result *result = &check->searches[i].result;
        all.reduced += result->reduced;
        all.reduced_until = result->levels != 0 && result->reduced_until < all.reduced_until
                                ? result->reduced_until
                                : all.reduced_until;
    }
    counts->reduced = all.reduced;
    counts->reduced_until = all.reduced_until;
    counts->reduction_text =
        search_reduction_text(&all, counts->texts.reduction, sizeof counts->texts.reduction);
}

/* Collects the engines, each named once, and the memory on their own side: the maximum over the searches.
 * */
static void add_engines(struct check_counts *counts, const struct check *check) {
    uint64_t peak = 0;
    counts->texts.device[0] = '\0';
    for (uint32_t i = 0; i < check->search_count; i++) {
        const struct check_search *search = &check->searches[i];
        size_t length = strlen(counts->texts.device);
        counts->on_host |= !search->effort.on_device && search->effort.device[0] != '\0';
        counts->on_device |= search->effort.on_device;
        const int counted =
            search->effort.on_device || search->effort.ranks != 0; /* not what this process used */
        peak = counted && search->effort.memory_peak > peak ? search->effort.memory_peak : peak;
        if (search->effort.ranks != 0 || search->effort.gpus != 0) {
            counts->bytes_exchanged =
                (counts->bytes_exchanged == STATISTIC_ABSENT ? 0 : counts->bytes_exchanged) +
                search->effort.bytes_exchanged;
        }
        if (search->effort.ranks != 0) {
            counts->ranks = search->effort.ranks;
        }
        if (search->effort.gpus != 0) {
            counts->gpus = search->effort.gpus;
        }
        if (search->effort.device[0] != '\0' && strstr(counts->texts.device, search->effort.device) == NULL) {
            snprintf(counts->texts.device + length, sizeof counts->texts.device - length, "%s%s",
                     length != 0 ? ", " : "", search->effort.device);
        }
    }
    if (counts->texts.device[0] != '\0') {
        counts->device = counts->texts.device;
    }
    if (counts->on_device && !counts->on_host) {
        counts->threads = STATISTIC_ABSENT;
        counts->memory_bytes = 0;
    }
    counts->memory_bytes = peak > counts->memory_bytes ? peak : counts->memory_bytes;
}

/* Collects the games: all vertices and edges, the solvers, each named once, and the time in addition to the
 * searches. */
static void add_games(struct check_counts *counts, const struct check_report *report) {
    char vertices_text[QUANTITY_TEXT], edges_text[QUANTITY_TEXT], solvers[128] = "";
    uint64_t vertices = 0, edges = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const struct check_game *game = &report->check->results[i].game;
        size_t length = strlen(solvers);
        if (game->made.vertices == 0) {
            continue;
        }
        vertices += game->made.vertices;
        edges += game->made.edges;
        counts->game_seconds = counts->game_seconds < 0 ? 0 : counts->game_seconds;
        counts->game_seconds += game->made.generate_seconds + game->made.solve_seconds;
        counts->game_file = game->written ? report->game_path : counts->game_file;
        const char *solver = check_game_solver(game);
        if (game->made.solve.engine != NULL && strstr(solvers, solver) == NULL) {
            snprintf(solvers + length, sizeof solvers - length, ", %s (%s)", solver, game->made.solve.engine);
        }
    }
    if (vertices != 0) {
        snprintf(counts->texts.game, sizeof counts->texts.game, "%s vertices, %s edges%s",
                 quantity_number(vertices, vertices_text), quantity_number(edges, edges_text), solvers);
        counts->game_text = counts->texts.game;
    }
}

/* Where composing ended early, no search says so. */
static void add_composing(struct check_counts *counts, const struct check_report *report) {
    const struct run *run = &report->job->run;
    counts->compose_seconds = check_compose_seconds(report->compose);
    for (uint32_t i = 0; i < report->count && counts->complete; i++) {
        const struct check_result *result = &report->check->results[i];
        if (result->verdict == VERDICT_UNDECIDED) {
            const enum explore_outcome stopped = exploration_outcome(run);
            counts->complete = 0;
            counts->outcome = search_outcome_name(stopped != EXPLORE_DONE            ? stopped
                                                  : result->why.code == ERROR_MEMORY ? EXPLORE_FULL
                                                                                     : EXPLORE_LIMIT);
        }
    }
}

static double start_seconds(const struct check *check) {
    double seconds = 0;
    for (uint32_t i = 0; i < check->search_count; i++) {
        seconds += check->searches[i].effort.start_seconds;
    }
    return seconds;
}

/* The time of a step, if it was done; short ones need no row. */
static void add_time(double seconds, double *key, double *row) {
    if (seconds > 0) {
        *key = seconds;
    }
    if (seconds >= 0.1) {
        *row = seconds;
    }
}

void check_counts_take(const struct check_report *report, struct check_counts *counts) {
    struct job *job = report->job;
    *counts = (struct check_counts){.product_complete = 1};
    statistics_clear(check_count_rows, CHECK_COUNT_ROWS, counts);
    counts->bytes_exchanged = STATISTIC_ABSENT;
    counts->command = "check";
    counts->input = report->subject->network;
    counts->device = job_device(job);
    counts->outcome = search_outcome_name(EXPLORE_DONE);
    counts->complete = 1;
    counts->certificate = report->check->certified ? report->certificate_path : NULL;
    counts->scheduler = report->check->scheduled ? report->scheduler_path : NULL;
    counts->threads = job->run.threads;
    counts->memory_bytes = memory_peak(&job->memory);
    counts->spilled_bytes = memory_peak(&job->spill);
    counts->seconds = 0;
    counts->searches = report->check->search_count;
    add_searches(counts, report->check);
    add_engines(counts, report->check);
    if (report->reduces) {
        add_reduction(counts, report->check);
    }
    add_games(counts, report);
    add_time(start_seconds(report->check), &counts->start_seconds, &counts->start_row);
    add_time(report->check->graph_seconds, &counts->graph_seconds, &counts->graph_row);
    add_time(report->check->evidence_seconds, &counts->evidence_seconds, &counts->evidence_row);
    add_time(report->check->vacuity_seconds, &counts->vacuity_seconds, &counts->vacuity_row);
    if (report->compose != NULL) {
        add_composing(counts, report);
    }
    if (counts->spilled_bytes == 0) {
        counts->spilled_bytes = STATISTIC_ABSENT;
    }
    counts->total_seconds = run_clock() - job->started;
}
