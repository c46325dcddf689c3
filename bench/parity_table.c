/* A table of parity games, each solved in several ways. */
#include "bench/parity_table.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"
#include "bench/attractor_pass.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/published.h"
#include "explorer/backend.h"

#define ONCE_SECONDS 2.0   /* what takes as long is measured once */
#define QUICK_SECONDS 10.0 /* most for a way and a game */
#define FULL_SECONDS 60.0

static double most_seconds(const struct bench *bench) {
    return bench->quick ? QUICK_SECONDS : FULL_SECONDS;
}

/* --- columns --- */

enum parity_outcome {
    PARITY_LEFT_OUT, /* not for such games, or not on this machine */
    PARITY_SOLVED,
    PARITY_OVER,   /* longer than the limit */
    PARITY_MEMORY, /* not enough of it */
    PARITY_WRONG   /* the solution is wrong, or its winners differ from those of another way */
};

/* The result of one way to solve one game. */
struct parity_cell {
    enum parity_outcome outcome;
    double seconds; /* where it was solved */
    uint64_t lifts; /* lifts of small progress measures */
};

#define SHOWN QUANTITY_TEXT /* bytes of a cell as it is printed */
#define KEY 48u
#define TOOLS 4u /* Oink's */

/* A time: for people a text, which may say that there is none. */
struct time_cell {
    char shown[SHOWN];
    const char *text; /* that one */
    double milliseconds;
};

struct way_line {
    struct time_cell time;
    char shown_rate[SHOWN];
    const char *rate_text; /* that one */
    const char *outcome;   /* if it was tried and did not solve the game */
    double rate;
    uint64_t lifts;
};

struct line {
    const char *game, *shown, *numbers, *outcome;
    uint64_t vertices, edges, even;
    double times_pass;
    struct time_cell pass, oink[TOOLS];
    struct way_line ways[PARITY_MOST_WAYS];
    int exact;
};

#define TIME_COLUMNS(key, label, member)                                                                     \
    COLUMN(NULL, label, CELL, member.text), COLUMN(key, NULL, NUMBER, member.milliseconds)

static const struct statistic_row first_columns[] = {
    COLUMN("game", NULL, TEXT, game),    COLUMN("numbers", NULL, TEXT, numbers),
    COLUMN(NULL, "game", TEXT, shown),   COLUMN("vertices", "size", ROUGH, vertices),
    COLUMN("edges", NULL, COUNT, edges), COLUMN("even", NULL, COUNT, even),
};
static const struct statistic_row pass_columns[] = {TIME_COLUMNS("pass_ms", "pass", pass)};
static const struct statistic_row tool_columns[] = {
    TIME_COLUMNS("oink_recursive_ms", "zlk", oink[0]), TIME_COLUMNS("oink_promotion_ms", "npp", oink[1]),
    TIME_COLUMNS("oink_tangles_ms", "tl", oink[2]), COLUMN("oink_spm_ms", NULL, NUMBER, oink[3].milliseconds),
    COLUMN("times_pass", NULL, NUMBER, times_pass)};
static const struct statistic_row last_columns[] = {COLUMN("exact", NULL, TRUTH, exact),
                                                    COLUMN("outcome", NULL, TEXT, outcome)};

/* The columns of the first way, whose name the keys begin with. */
static const struct statistic_row way_columns[] = {
    COLUMN(NULL, "", CELL, ways[0].time.text),
    COLUMN(NULL, "M/s", CELL, ways[0].rate_text),
    COLUMN("ms", NULL, NUMBER, ways[0].time.milliseconds),
    COLUMN("lifts", NULL, COUNT, ways[0].lifts),
    COLUMN("lifts_per_second", NULL, NUMBER, ways[0].rate),
    COLUMN("outcome", NULL, TEXT, ways[0].outcome),
};

#define MOST_COLUMNS (20u + LENGTH(way_columns) * PARITY_MOST_WAYS)

struct columns {
    struct statistic_row rows[MOST_COLUMNS];
    unsigned count;
    char keys[PARITY_MOST_WAYS][LENGTH(way_columns)][KEY];
};

static void add_columns(struct columns *columns, const struct statistic_row *rows, unsigned count) {
    memcpy(columns->rows + columns->count, rows, count * sizeof *rows);
    columns->count += count;
}

static void add_way(struct columns *columns, const struct parity_way *way, unsigned number) {
    for (unsigned i = 0; i < LENGTH(way_columns); i++) {
        struct statistic_row row = way_columns[i];
        if (row.offset == offsetof(struct line, ways[0].rate_text) && !way->show_rate) {
            continue;
        }
        row.offset += number * sizeof(struct way_line);
        if (row.key != NULL) {
            snprintf(columns->keys[number][i], KEY, "%s_%s", way->name, row.key);
            row.key = columns->keys[number][i];
        } else if (*row.label == '\0') {
            row.label = way->label;
        }
        add_columns(columns, &row, 1);
    }
}

static void make_columns(const struct parity_table *table, struct columns *columns) {
    columns->count = 0;
    add_columns(columns, first_columns, LENGTH(first_columns));
    add_columns(columns, pass_columns, table->beside ? LENGTH(pass_columns) : 0);
    for (unsigned i = 0; i < table->way_count; i++) {
        add_way(columns, &table->ways[i], i);
    }
    add_columns(columns, tool_columns, table->beside ? LENGTH(tool_columns) : 0);
    add_columns(columns, last_columns, LENGTH(last_columns));
}

/* --- cells --- */

static void show_time(struct time_cell *cell, double seconds) {
    cell->milliseconds = 1000 * seconds;
    quantity_significant(cell->milliseconds, cell->shown);
}

static void show_cell(struct way_line *line, const struct parity_cell *cell, double limit) {
    static const char *const outcomes[] = {[PARITY_OVER] = "over the limit of time",
                                           [PARITY_MEMORY] = bench_out_of_memory,
                                           [PARITY_WRONG] = "wrong"};
    static const char *const shown[] = {
        [PARITY_LEFT_OUT] = "", [PARITY_MEMORY] = "mem", [PARITY_WRONG] = "wrong"};
    line->outcome = outcomes[cell->outcome];
    if (cell->outcome == PARITY_OVER) {
        snprintf(line->time.shown, SHOWN, ">%.0f s", limit);
    } else if (cell->outcome != PARITY_SOLVED) {
        snprintf(line->time.shown, SHOWN, "%s", shown[cell->outcome]);
    } else {
        show_time(&line->time, cell->seconds);
        if (cell->lifts > 0 && cell->seconds > 0) {
            line->lifts = cell->lifts;
            line->rate = (double)cell->lifts / cell->seconds;
            quantity_significant(line->rate / 1e6, line->shown_rate);
        }
    }
}

/* --- one game --- */

struct parity_work {
    struct bench *bench;
    const struct parity_table *table;
    const struct parity_subject *subject;
    struct parity_game made;
    struct solution solution;
    uint8_t *expected; /* winners, once `known` */
    int known;
    struct line line;
};

static int run_pass(struct parity_work *work) {
    double times[BENCH_REPEATS];
    for (unsigned i = 0; i < BENCH_REPEATS; i++) {
        if (attractor_pass(&work->made.game, work->bench->run, &times[i], work->bench->error) != 0) {
            return -1;
        }
    }
    show_time(&work->line.pass, bench_median(times, BENCH_REPEATS));
    return 0;
}

/* Whether Even wins the number of vertices that is known for the game, if any. */
static int is_count_known_right(const struct parity_work *work, uint64_t even) {
    const struct parity_subject *subject = work->subject;
    uint64_t known;
    return subject->formula != NULL ||
           !game_family_even(work->bench->quick ? &subject->quick : &subject->family, &known) ||
           known == even;
}

/* Every solution is verified, and all of them have the same winners. */
static int check(struct parity_work *work, struct parity_cell *cell) {
    const struct game *game = &work->made.game;
    struct error *error = work->bench->error;
    const char *wrong;
    uint64_t vertex, even = 0;
    int right = solution_verify(game, &work->solution, work->bench->run, &wrong, &vertex, error);
    if (right < 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        even += work->solution.winner[v] == PLAYER_EVEN;
    }
    if (!work->known) {
        memcpy(work->expected, work->solution.winner, game->vertices);
        work->known = 1;
        work->line.exact = 1;
        work->line.even = even;
    }
    if (!right || !is_count_known_right(work, even) ||
        memcmp(work->expected, work->solution.winner, game->vertices) != 0) {
        work->line.exact = 0;
        cell->outcome = PARITY_WRONG;
    }
    return 0;
}

/* Turns a failed way into a cell (0), or ends the benchmark (-1). */
static int note_failure(struct parity_work *work, double deadline, struct parity_cell *cell) {
    struct bench *bench = work->bench;
    switch (bench->error->code) {
    case ERROR_USAGE: /* it is not for such games */
        return 0;
    case ERROR_MEMORY:
        cell->outcome = PARITY_MEMORY;
        work->line.outcome = bench_out_of_memory;
        bench->stopped++;
        return 0;
    case ERROR_INTERRUPTED:
        if (!run_should_stop(bench->run) && run_clock() >= deadline) {
            cell->outcome = PARITY_OVER;
            work->line.outcome = "a solver took too long";
            return 0;
        }
        return -1;
    default:
        return -1;
    }
}

/* NULL if this machine has no such engine. */
static const struct solve_engine *engine_of(const struct bench *bench, const struct parity_way *way) {
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        if ((*engine)->on_device == way->on_device && (!way->on_device || bench->backend->on_device)) {
            return *engine;
        }
    }
    return NULL;
}

static int run_way(struct parity_work *work, const struct parity_way *way, struct parity_cell *cell) {
    struct bench *bench = work->bench;
    const struct solve_engine *engine = engine_of(bench, way);
    double times[BENCH_REPEATS];
    unsigned repeats = 0;
    if (engine == NULL) {
        return 0;
    }
    do {
        struct run run = *bench->run;
        struct solve_report report;
        double deadline = run_clock() + most_seconds(bench);
        run.deadline = run.deadline > 0 && run.deadline < deadline ? run.deadline : deadline;
        if ((way->solve != NULL ? way->solve : engine->solve)(&(struct solve_task){
                &work->made.game, &way->options, &run, &work->solution, &report, bench->error}) != 0) {
            return note_failure(work, deadline, cell);
        }
        times[repeats++] = report.seconds;
        cell->lifts = report.lifts;
    } while (repeats < BENCH_REPEATS && times[repeats - 1] < ONCE_SECONDS);
    cell->outcome = PARITY_SOLVED;
    cell->seconds = bench_median(times, repeats);
    return check(work, cell);
}

static int run_ways(struct parity_work *work) {
    const struct parity_table *table = work->table;
    struct line *line = &work->line;
    double best = -1;
    for (unsigned i = 0; i < table->way_count; i++) {
        struct parity_cell cell = {.outcome = PARITY_LEFT_OUT};
        if (run_way(work, &table->ways[i], &cell) != 0) {
            return -1;
        }
        show_cell(&line->ways[i], &cell, most_seconds(work->bench));
        double time = line->ways[i].time.milliseconds;
        best = time >= 0 && (best < 0 || time < best) ? time : best;
    }
    double pass = line->pass.milliseconds;
    line->times_pass = best >= 0 && pass > 0 ? best / pass : -1;
    return 0;
}

static int measure_made(struct parity_work *work) {
    struct bench *bench = work->bench;
    struct memory *memory = bench->run->memory;
    const struct game *game = &work->made.game;
    work->line.vertices = game->vertices;
    work->line.edges = game->edges;
    if (solution_create(&work->solution, game->vertices, memory, bench->error) != 0) {
        return -1;
    }
    work->expected = memory_allocate(memory, game->vertices);
    int failed = work->expected == NULL ? error_memory(bench->error, "for winners")
                                        : (work->table->beside && run_pass(work) != 0) || run_ways(work) != 0;
    bench->wrong += work->line.exact == 0;
    memory_free(memory, work->expected, game->vertices);
    solution_free(&work->solution, game->vertices, memory);
    return failed ? -1 : 0;
}

static void clear_time(struct time_cell *cell) {
    *cell = (struct time_cell){.milliseconds = -1};
    cell->text = cell->shown;
}

static void show_oink(struct line *line, const struct published_solving *oink) {
    for (unsigned i = 0; i < TOOLS; i++) {
        const double seconds[TOOLS] = {oink->recursive, oink->promotion, oink->tangles, oink->measures};
        if (seconds[i] >= PUBLISHED_OVER) {
            snprintf(line->oink[i].shown, SHOWN, ">60 s");
        } else if (seconds[i] >= 0) {
            show_time(&line->oink[i], seconds[i]);
        }
    }
}

/* Fills the columns that are known before the game is made. */
static void begin_line(struct line *line, const struct parity_subject *subject, int quick, int shuffled) {
    const char *name = parity_subject_name(subject, quick);
    const struct published_solving *oink = published_solving_of(name, shuffled);
    *line = (struct line){.game = name,
                          .shown = shuffled && (subject->numbers & PARITY_NATURAL) ? "  shuffled" : name,
                          .numbers = shuffled ? "shuffled" : "natural",
                          .outcome = "solved",
                          .vertices = STATISTIC_ABSENT,
                          .edges = STATISTIC_ABSENT,
                          .even = STATISTIC_ABSENT,
                          .times_pass = -1,
                          .exact = -1};
    clear_time(&line->pass);
    for (unsigned i = 0; i < TOOLS; i++) {
        clear_time(&line->oink[i]);
    }
    for (unsigned i = 0; i < PARITY_MOST_WAYS; i++) {
        struct way_line *way = &line->ways[i];
        *way = (struct way_line){.rate = -1, .lifts = STATISTIC_ABSENT};
        clear_time(&way->time);
        way->rate_text = way->shown_rate;
    }
    if (oink != NULL) {
        show_oink(line, oink);
    }
}

static int measure_game(struct parity_work *work, int shuffled) {
    struct bench *bench = work->bench;
    begin_line(&work->line, work->subject, bench->quick, shuffled);
    work->known = 0;
    int failed = parity_game_open(bench, work->subject, shuffled, &work->made) != 0;
    if (!failed) {
        failed = measure_made(work) != 0;
        parity_game_close(bench, &work->made);
    }
    if (failed && bench->error->code == ERROR_MEMORY) {
        work->line.outcome = bench_out_of_memory;
        bench->stopped++;
        failed = 0;
    }
    return failed ? -1 : bench_line(bench, &work->line);
}

static int has_engine(const struct bench *bench, const struct parity_table *table) {
    int has = 0;
    for (unsigned i = 0; i < table->way_count; i++) {
        has = has || engine_of(bench, &table->ways[i]) != NULL;
    }
    return has;
}

int parity_table_run(struct bench *bench, const struct parity_table *table) {
    struct columns columns;
    if (!has_engine(bench, table)) {
        return 0;
    }
    make_columns(table, &columns);
    struct bench_table shown = {table->name, table->title, columns.rows, columns.count};
    struct parity_work work = {.bench = bench, .table = table};
    if (bench_begin(bench, &shown) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < table->games->count; i++) {
        work.subject = &table->games->subjects[i];
        for (int shuffled = 0; shuffled <= 1; shuffled++) {
            if ((work.subject->numbers & (shuffled ? PARITY_SHUFFLED : PARITY_NATURAL)) != 0 &&
                measure_game(&work, shuffled) != 0) {
                return -1;
            }
        }
    }
    return 0;
}
