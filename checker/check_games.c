/* Decides the formulas of a check that need a parity game, and makes their evidence. */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check_formula.h"
#include "checker/check_internal.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/label_texts.h"
#include "parity/game/game_part.h"

/* Evidence with everything that it borrows. */
struct check_game_evidence {
    struct label_texts labels;
    struct check_formula played; /* the evidence needs its observer */
    struct strategy evidence;
};

const struct strategy *check_formula_strategy(const struct check_game_evidence *evidence) {
    return evidence == NULL ? NULL : &evidence->evidence;
}

const char *check_game_solver(const struct check_game *game) {
    return game->made.by_ranks ? "recursive" : solver_name(game->made.solve.solver);
}

int check_path_divides(const struct check_result *result) {
    return result->evidence != NULL && result->evidence->evidence.shape == STRATEGY_GRAPH;
}

void check_game_evidence_free(struct check_game_evidence *evidence, const struct run *run) {
    if (evidence != NULL) {
        strategy_free(&evidence->evidence);
        check_formula_free(&evidence->played);
        label_texts_free(&evidence->labels, run->memory);
        memory_free(run->memory, evidence, sizeof *evidence);
    }
}

static int is_wanted(const struct checking *checking, enum verdict verdict) {
    const struct check_options *options = checking->options;
    return !options->no_traces && (options->walker != NULL || options->no_walker != NULL) &&
           (verdict == VERDICT_VIOLATED || (verdict == VERDICT_HOLDS && options->strategies));
}

/* Takes over a solved game and makes evidence from it, keeping nothing else; or sets the reason why there
 * is no evidence. */
static void make_evidence(struct checking *checking, struct check_formula *played,
                          const struct property *property, struct check_result *result) {
    const struct run *run = checking->run;
    struct check_game_evidence *evidence = memory_allocate_zeroed(run->memory, sizeof *evidence);
    if (evidence == NULL) {
        error_memory(&result->why, "for evidence");
        return;
    }
    evidence->played = *played;
    *played = (struct check_formula){0};
    played = &evidence->played;
    const struct solved_game game = check_formula_solved(played);
    uint64_t most_nodes = checking->options->no_files ? STRATEGY_NODES_UNWRITTEN : STRATEGY_NODES;
    struct game_part part = {.run = NULL};
    struct solved_formula solved = {.part = &part,
                                    .observer = &played->observer,
                                    .labels = &evidence->labels,
                                    .walker = checking->options->walker,
                                    .formula = property->formula,
                                    .model = played->model,
                                    .usual_vertices = EVIDENCE_USUAL_VERTICES,
                                    .most_vertices = checking->options->no_files ? EVIDENCE_USUAL_VERTICES
                                                                                 : EVIDENCE_MOST_VERTICES};
    int failed = label_texts_make(checking->network, run->memory, &evidence->labels, &result->why) != 0 ||
                 game_part_open(&part, &game, EVIDENCE_FIRST_VERTICES, run, &result->why) != 0 ||
                 formula_evidence_make(&solved, most_nodes, run, &evidence->evidence, &result->why) != 0;
    game_part_close(&part);
    check_formula_drop_game(played);
    if (failed && checking->options->no_files && result->why.code == ERROR_LIMIT) {
        error_set(&result->why, ERROR_LIMIT,
                  "the strategy has more than %u nodes: --trace FILE.json writes one of up to %u",
                  STRATEGY_NODES_UNWRITTEN, STRATEGY_NODES);
    }
    if (failed) {
        check_game_evidence_free(evidence, run);
        return;
    }
    result->why.code = ERROR_NONE;
    result->evidence = evidence;
    result->has_trace = 1;
    result->trace = evidence->evidence.trace;
    result->length = result->trace.steps;
    result->cycle_length =
        result->trace.lasso == TRACE_NO_LASSO ? 0 : result->trace.steps - result->trace.lasso;
}

/* Plays the game of a formula. If its data could not be written out exactly, the stronger of its two formulas
 * shows that it holds, and the weaker one that it is violated. */
static void play_formula(struct checking *checking, const formula_text *text,
                         const struct check_formula_options *how, struct check_formula *played) {
    const struct check_options *options = checking->options;
    check_formula(options->backend, checking->network, formula_root(text), how, checking->run, played);
    if (formula_doubt(text) == NULL || played->verdict != VERDICT_VIOLATED) {
        return;
    }
    check_formula_free(played);
    check_formula(options->backend, checking->network, formula_weaker(text), how, checking->run, played);
    if (played->verdict == VERDICT_HOLDS) {
        played->verdict = VERDICT_UNDECIDED;
        error_set(&played->why, ERROR_LIMIT, "%s", formula_doubt(text));
    }
}

static void play(struct checking *checking, uint32_t index) {
    const struct check_options *options = checking->options;
    struct check *check = checking->check;
    struct check_result *result = &check->results[index];
    struct check_formula_options how = {.explore = options->explore,
                                        .words = options->words,
                                        .solve = options->solve,
                                        .keep = !options->no_traces && options->walker != NULL,
                                        .forget_if_holds = !options->strategies,
                                        .write_game = options->write_game,
                                        .keep_apart = options->keep_apart};
    struct check_formula played;
    play_formula(checking, checking->properties[index].formula, &how, &played);
    const int has_place = played.why.code == ERROR_PREDICATE;
    check_note_fault(checking, &played.why);
    if (!has_place) {
        property_place_error(&checking->properties[index], &played.why);
    }
    result->search = check->search_count++;
    check->searches[result->search] = played.search;
    check->searches[result->search].product = 1;
    result->verdict = played.verdict;
    result->grounds = GROUNDS_GAME;
    result->why = played.why;
    result->game = played.figures;
    if (is_wanted(checking, played.verdict)) {
        if (options->walker == NULL) {
            result->why = *options->no_walker;
        } else if (played.kept) {
            double begun = run_clock();
            make_evidence(checking, &played, &checking->properties[index], result);
            check->evidence_seconds += run_clock() - begun;
        } else {
            result->why = played.keep_error;
        }
    }
    check_formula_free(&played);
}

void check_play_all(struct checking *checking) {
    for (uint32_t i = 0; i < checking->count; i++) {
        if (check_needs_game(checking, i)) {
            play(checking, i);
        }
    }
}
