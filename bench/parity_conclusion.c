/* The cells of the tables of heddle bench parity, and whether a published statement holds in them. */
#include "bench/parity_conclusion.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* --- cells --- */

int parity_cells_add(struct parity_cells *cells, const struct parity_cell *cell, struct error *error) {
    if (MEMORY_GROW(cells->memory, &cells->cells, &cells->capacity, cells->count + 1) != 0) {
        return error_memory(error, "for the table's cells");
    }
    cells->cells[cells->count++] = *cell;
    return 0;
}

void parity_cells_free(struct parity_cells *cells) {
    memory_free(cells->memory, cells->cells, cells->capacity * sizeof *cells->cells);
    *cells = (struct parity_cells){.memory = cells->memory};
}

static int is_way(const struct parity_cell *cell, const char *way, size_t length) {
    return strncmp(cell->way, way, length) == 0 && cell->way[length] == '\0';
}

/* `way` has that length. */
static const struct parity_cell *find_cell(const struct parity_cells *cells, const char *table, unsigned row,
                                           const char *way, size_t length) {
    for (uint64_t i = 0; i < cells->count; i++) {
        const struct parity_cell *cell = &cells->cells[i];
        if (cell->row == row && strcmp(cell->table, table) == 0 && is_way(cell, way, length)) {
            return cell;
        }
    }
    return NULL;
}

const struct parity_cell *parity_cells_find(const struct parity_cells *cells, const char *table, unsigned row,
                                            const char *way) {
    return find_cell(cells, table, row, way, strlen(way));
}

/* --- conclusions --- */

/* The best result of a group of ways for a game: least seconds, or most lifts a second. */
struct standing {
    int tried; /* all of its ways were tried */
    int lost;  /* and none of them solved it in time */
    double value;
};

static double value_of(const struct parity_cell *cell, int rates) {
    double seconds = cell->seconds > PARITY_LEAST_SECONDS ? cell->seconds : PARITY_LEAST_SECONDS;
    return rates ? (double)cell->lifts / seconds : seconds;
}

static struct standing stand(const struct parity_cells *cells, const struct parity_conclusion *conclusion,
                             const char *ways, unsigned row) {
    struct standing standing = {.tried = 1, .lost = 1};
    for (const char *way = ways; *way != '\0'; way += strspn(way, " ")) {
        size_t length = strcspn(way, " ");
        const struct parity_cell *cell = find_cell(cells, conclusion->table, row, way, length);
        way += length;
        if (cell == NULL || cell->outcome == PARITY_LEFT_OUT || cell->outcome == PARITY_WRONG) {
            return (struct standing){.tried = 0};
        }
        if (cell->outcome != PARITY_SOLVED) {
            continue; /* over the limit, of time or of memory */
        }
        double value = value_of(cell, conclusion->rates);
        if (standing.lost || (conclusion->rates ? value > standing.value : value < standing.value)) {
            standing.value = value;
        }
        standing.lost = 0;
    }
    return standing;
}

/* Sums over the games. */
struct gathering {
    struct parity_finding finding;
    double logarithms; /* sum */
    uint64_t outside;  /* games whose ratio is not between low and high */
};

static int is_between(const struct parity_conclusion *conclusion, double ratio) {
    return ratio >= conclusion->low && (conclusion->high == 0 || ratio <= conclusion->high);
}

static void gather(struct gathering *gathering, const struct parity_conclusion *conclusion,
                   struct standing first, struct standing second) {
    struct parity_finding *finding = &gathering->finding;
    if (!first.tried || !second.tried || (first.lost && second.lost) ||
        (conclusion->rates && (first.lost || second.lost || !(first.value > 0) || !(second.value > 0)))) {
        return;
    }
    if (first.lost || second.lost) {
        finding->slower += (uint64_t)first.lost;
        finding->faster += (uint64_t)second.lost;
        gathering->outside += first.lost ? conclusion->high != 0 : conclusion->low > 0;
        return;
    }
    double ratio = first.value / second.value;
    double slowness = conclusion->rates ? 1 / ratio : ratio;
    gathering->logarithms += log(ratio);
    gathering->outside += !is_between(conclusion, ratio);
    finding->solved++;
    if (slowness > 1 + PARITY_ALIKE) {
        finding->slower++;
    } else if (slowness < 1 / (1 + PARITY_ALIKE)) {
        finding->faster++;
    } else {
        finding->alike++;
    }
}

static enum parity_verdict judge(const struct gathering *gathering,
                                 const struct parity_conclusion *conclusion) {
    const struct parity_finding *finding = &gathering->finding;
    uint64_t games = finding->faster + finding->slower + finding->alike;
    int holds;
    if (games == 0) {
        return PARITY_NOT_MEASURED;
    }
    switch (conclusion->rule) {
    case PARITY_RULE_MEAN: /* if both groups solved no game, one of them is out of reach */
        holds = is_between(conclusion, finding->solved > 0                 ? finding->ratio
                                       : finding->faster > finding->slower ? 0
                                                                           : INFINITY);
        break;
    case PARITY_RULE_EVERY:
        holds = gathering->outside == 0;
        break;
    default:
        holds = finding->faster > finding->slower;
    }
    return holds ? PARITY_HOLDS : PARITY_FAILS;
}

struct parity_finding parity_conclude(const struct parity_conclusion *conclusion,
                                      const struct parity_cells *cells) {
    struct gathering gathering = {.finding = {.ratio = -1}};
    for (uint64_t i = 0; i < cells->count; i++) {
        const struct parity_cell *cell = &cells->cells[i];
        if (strcmp(cell->table, conclusion->table) != 0 ||
            !is_way(cell, conclusion->first, strcspn(conclusion->first, " ")) ||
            (conclusion->games != NULL &&
             strncmp(cell->game, conclusion->games, strlen(conclusion->games)) != 0)) {
            continue; /* each game has one cell of its first way */
        }
        gather(&gathering, conclusion, stand(cells, conclusion, conclusion->first, cell->row),
               stand(cells, conclusion, conclusion->second, cell->row));
    }
    if (gathering.finding.solved > 0) {
        gathering.finding.ratio = exp(gathering.logarithms / (double)gathering.finding.solved);
    }
    gathering.finding.verdict = judge(&gathering, conclusion);
    return gathering.finding;
}
