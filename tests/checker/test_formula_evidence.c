/*
 * Evidence of random formulas on random networks is made from games and their solutions, written, read,
 * verified and confirmed, whichever player wins. With a change, the verifier agrees with naive checks of
 * every condition (tests/support/formula_case.h), and whenever it confirms evidence, the formula has the
 * claimed verdict. Shapes, short paths and other formats are tested by hand.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/check_formula.h"
#include "checker/evidence/formula_evidence.h"
#include "checker/label_texts.h"
#include "checker/property/property.h"
#include "checker/strategy/strategy_explain.h"
#include "checker/strategy/strategy_lane.h"
#include "checker/verify/verify.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "specs/syntax/formula_show.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/evidence_file.h"
#include "tests/support/forced_path.h"
#include "tests/support/formula_case.h"
#include "tests/support/formula_shown.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/random/random_formula.h"
#include "tests/random/random_mixed.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 1400u
#endif
#define FORMULAS 4 /* for each network */
#define CHANGES 8  /* for each file */
#define SHOWN 6    /* nodes whose subformulas are read again, for each strategy */
#define MOST_STATES 80u
#define MOST_NODES 2000u

struct world {
    struct workplace place;
    uint64_t seed, random;
    language_tree *tree;
    struct network *network;
    walker *walker;
    struct oracle_graph *graph;
    struct evidence_subject about;
    struct label_texts labels;
    /* the formula */
    char *text;
    struct property property;
    struct check_formula played;
    struct strategy evidence;
    struct formula_case given;
    uint64_t confirmed, refuted, damaged, changed_confirmed, holding, shapes[3], cyclic, too_large, changes,
        forced, unknown, regions, absent, shown, made, ambiguous, too_long, of_models;
};

static uint64_t draw(struct world *world, uint64_t below) {
    return below == 0 ? 0 : random_next(&world->random) % below;
}

static void report(const struct world *world, const char *what, const char *reason) {
    printf("\n    seed %llu, %s: %s: %s\n", (unsigned long long)world->seed, world->text, what, reason);
    CU_FAIL("wrong");
}

/* --- networks and formulas --- */

static int open_network(struct world *world, const char *path, const struct exp_options *options) {
    struct error error;
    world->tree = language_read(path, options, &world->place.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
    world->graph = exp_tree_has_models(language_exp(world->tree))
                       ? oracle_explore_model(world->tree, MOST_STATES)
                       : oracle_explore(language_exp(world->tree), MOST_STATES);
    world->network = world->graph->outcome == ORACLE_DONE
                         ? language_compile(world->tree, &world->place.run, &error)
                         : NULL;
    if (world->network == NULL) {
        return 0;
    }
    CU_ASSERT_EQUAL_FATAL(label_texts_make(world->network, &world->place.memory, &world->labels, &error), 0);
    world->walker = language_walk(world->tree, &world->place.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->walker);
    world->about = (struct evidence_subject){path, language_options(world->tree), walker_names(world->walker),
                                             walker_components(world->walker),
                                             walker_has_variables(world->walker) ? world->walker : NULL};
    return 1;
}

static void close_network(struct world *world) {
    walker_free(world->walker);
    world->walker = NULL;
    label_texts_free(&world->labels, &world->place.memory);
    network_free(&world->place.memory, world->network);
    world->network = NULL;
    oracle_free(world->graph);
    language_free(world->tree);
    CU_ASSERT_EQUAL(memory_used(&world->place.memory), 0);
}

/* Makes and solves the game of the formula. Returns 0 if that fails. */
static int play(struct world *world, enum solver solver) {
    struct error error, warning;
    struct check_formula_options options = {
        .explore.max_depth = UINT64_MAX, .keep = 1, .solve.solver = solver};
    struct property_maker maker = {.tree = world->tree,
                                   .run = &world->place.run,
                                   .error = &error,
                                   .dialect = FORMULA_DIALECT_MCL,
                                   .warning = &warning};
    if (property_make(&maker, PROPERTY_FORMULA, world->text, &world->property) != 0) {
        report(world, "not read", error.text);
        return 0;
    }
    check_formula(backend_find("cpu"), world->network, formula_root(world->property.formula), &options,
                  &world->place.run, &world->played);
    if (!world->played.kept) {
        report(world, "not decided", world->played.why.text);
        return 0;
    }
    world->given = (struct formula_case){world->graph, &world->played.observer, &world->labels};
    return 1;
}

static int make(struct world *world, uint64_t most_nodes, struct error *error) {
    struct check_formula *played = &world->played;
    const struct solved_game game = check_formula_solved(played);
    struct game_part part;
    struct solved_formula solved = {.part = &part,
                                    .observer = &played->observer,
                                    .labels = &world->labels,
                                    .walker = world->walker,
                                    .formula = world->property.formula,
                                    .model = played->model,
                                    .usual_vertices = EVIDENCE_USUAL_VERTICES,
                                    .most_vertices = EVIDENCE_MOST_VERTICES};
    CU_ASSERT_EQUAL(game_part_open(&part, &game, EVIDENCE_FIRST_VERTICES, &world->place.run, error), 0);
    int failed = formula_evidence_make(&solved, most_nodes, &world->place.run, &world->evidence, error);
    game_part_close(&part);
    return failed;
}

static void close_formula(struct world *world) {
    strategy_free(&world->evidence);
    check_formula_free(&world->played);
    property_free(&world->property, &world->place.run);
}

/* Whether a formula holds, by the oracle; -1 if the text is not a formula. */
static int truth(struct world *world, const char *text, enum formula_dialect dialect) {
    struct error error, warning;
    struct property property = {0};
    struct oracle_lts lts = {(uint32_t)world->graph->states, world->graph->offsets, world->graph->edge_label,
                             world->graph->edge_target};
    uint8_t holds[MOST_STATES];
    struct property_maker maker = {.tree = world->tree,
                                   .run = &world->place.run,
                                   .error = &error,
                                   .dialect = dialect,
                                   .warning = &warning};
    int read = property_make(&maker, PROPERTY_FORMULA, text, &property);
    if (read == 0) {
        oracle_formula_evaluate(formula_root(property.formula), &lts, holds);
    }
    property_free(&property, &world->place.run);
    return read == 0 ? holds[0] : -1;
}

/* --- verifying --- */

static int verify(struct world *world, const char *path, struct verification *verification) {
    return evidence_file_verify(path, &(struct verify_input){.tree = world->tree}, &world->place.run,
                                verification);
}

static int write(struct world *world, const char *path, enum file_format format, struct error *error) {
    struct evidence_claim claim = {
        .subject = &world->about, .property = &world->property, .strategy = &world->evidence};
    return evidence_write(path, format, &claim, &world->place.run, error);
}

/* Verifies a changed file; expected: 1 if it must be confirmed, 0 if not. */
static void expect(struct world *world, const struct evidence_file *file, int expected, const char *what) {
    struct verification verification;
    const char *path = test_folder_path(&world->place.folder, "changed.json");
    evidence_file_save(file, path);
    int status = verify(world, path, &verification);
    if ((status == 1) != expected) {
        report(world, what, verification.reason);
    }
    world->changed_confirmed += status == 1;
    world->refuted += status == 0;
    world->damaged += status < 0;
}

/* Verifies a changed strategy without its explanation; the naive checks say what the verdict must be. */
static void expect_naive(struct world *world, const struct evidence_file *file, const char *what) {
    json_object_del(file->lines[0], "explanation");
    expect(world, file, formula_case_holds(&world->given, file), what);
}

/* Verifies a change of the claim about the formula: if it is confirmed, it is true. */
static void expect_true(struct world *world, const struct evidence_file *file, const char *what) {
    struct verification verification;
    const char *path = test_folder_path(&world->place.folder, "changed.json");
    json_t *property = json_object_get(file->lines[0], "property");
    const char *dialect = json_string_value(json_object_get(property, "dialect"));
    int mcf = dialect != NULL && strcmp(dialect, "mcf") == 0;
    evidence_file_save(file, path);
    int status = verify(world, path, &verification);
    int holds = json_is_true(json_object_get(file->lines[0], "holds"));
    if (status == 1 && truth(world, json_string_value(json_object_get(property, "formula")),
                             mcf ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL) != holds) {
        report(world, what, verification.reason);
    }
    world->changed_confirmed += status == 1;
    world->refuted += status == 0;
    world->damaged += status < 0;
}

/* --- changes --- */

static uint64_t some_node(struct world *world, const struct evidence_file *file) {
    return draw(world, file->count - 1);
}

/* A random move of a node, or NULL. */
static json_t *some_move(struct world *world, const struct evidence_file *file) {
    json_t *moves = evidence_file_part(file, some_node(world, file), 4);
    return json_array_get(moves, draw(world, json_array_size(moves)));
}

static void change_number(struct world *world, struct evidence_file *file) {
    uint64_t node = some_node(world, file);
    size_t place = 1 + draw(world, 3);
    uint64_t number = evidence_file_number(file, node, place),
             other = draw(world, 2) ? number + 1 : draw(world, 9);
    evidence_file_set(file, node, place, other);
    expect_naive(world, file, "a number of a node");
}

static void change_state(struct world *world, struct evidence_file *file) {
    uint64_t node = some_node(world, file);
    json_t *tuple = evidence_file_part(file, node, 0);
    json_array_set_new(tuple, draw(world, json_array_size(tuple)), json_integer((json_int_t)draw(world, 4)));
    expect_naive(world, file, "a state");
}

static void change_move(struct world *world, struct evidence_file *file) {
    json_t *move = some_move(world, file);
    if (move == NULL) {
        return;
    }
    if (draw(world, 2)) {
        json_array_set_new(move, 1, json_integer((json_int_t)draw(world, file->count)));
    } else {
        uint64_t label = draw(world, world->labels.count + 1);
        json_array_set_new(move, 0,
                           label == world->labels.count ? json_null() : json_integer((json_int_t)label));
    }
    expect_naive(world, file, "a move");
}

static void drop_move(struct world *world, struct evidence_file *file) {
    json_t *moves = evidence_file_part(file, some_node(world, file), 4);
    if (json_array_remove(moves, draw(world, json_array_size(moves))) == 0) {
        expect_naive(world, file, "a move less");
    }
}

static void add_move(struct world *world, struct evidence_file *file) {
    json_t *moves = evidence_file_part(file, some_node(world, file), 4), *move = some_move(world, file);
    if (move != NULL) {
        json_array_insert(moves, draw(world, json_array_size(moves) + 1), move);
        expect_naive(world, file, "a move more");
    }
}

/* Removes a node; corrects the numbers of the nodes after it in the moves of the first `most` nodes. */
static void take_out(struct evidence_file *file, uint64_t dropped, uint64_t most) {
    evidence_file_drop(file, dropped);
    for (uint64_t node = 0; node + 1 < file->count && node < most; node++) {
        json_t *moves = evidence_file_part(file, node, 4);
        for (size_t k = 0; k < json_array_size(moves); k++) {
            json_int_t target = json_integer_value(json_array_get(json_array_get(moves, k), 1));
            if (target > (json_int_t)dropped) {
                json_array_set_new(json_array_get(moves, k), 1, json_integer(target - 1));
            }
        }
    }
}

static void drop_node(struct world *world, struct evidence_file *file) {
    take_out(file, some_node(world, file), draw(world, 2) ? UINT64_MAX : draw(world, 4));
    expect_naive(world, file, "a node less");
}

/* Removes the nodes that cannot be reached. */
static void prune(struct evidence_file *file) {
    static uint8_t reached[EVIDENCE_LINES];
    json_t *moves;
    memset(reached, 0, sizeof reached);
    reached[0] = 1;
    for (int more = 1; more;) {
        more = 0;
        for (uint64_t node = 0; node + 1 < file->count; node++) {
            moves = evidence_file_part(file, node, 4);
            for (size_t k = 0; k < json_array_size(moves) && reached[node]; k++) {
                json_int_t target = json_integer_value(json_array_get(json_array_get(moves, k), 1));
                more |= !reached[target];
                reached[target] = 1;
            }
        }
    }
    for (uint64_t node = file->count - 1; node-- > 0;) {
        if (!reached[node]) {
            take_out(file, node, UINT64_MAX);
        }
    }
}

/* Removes a move, and the nodes that only it leads to. */
static void lose_way(struct world *world, struct evidence_file *file) {
    json_t *moves = evidence_file_part(file, some_node(world, file), 4);
    if (json_array_remove(moves, draw(world, json_array_size(moves))) == 0) {
        prune(file);
        expect_naive(world, file, "a way less");
    }
}

/* Replaces moves by other moves of the game between the same nodes: another strategy, which may not win.
 */
static void change_ways(struct world *world, struct evidence_file *file) {
    for (uint64_t changes = 1 + draw(world, 3); changes > 0; changes--) {
        uint64_t node = some_node(world, file);
        json_t *moves = evidence_file_part(file, node, 4);
        json_t *move = formula_case_move(&world->given, file, node, random_next(&world->random));
        if (move != NULL && json_array_size(moves) == 1) {
            json_array_set_new(moves, 0, move);
        } else {
            json_decref(move);
        }
    }
    prune(file);
    expect_naive(world, file, "other ways");
}

/* Exchanges two nodes; corrects their numbers in the moves, or not. */
static void exchange_nodes(struct world *world, struct evidence_file *file) {
    uint64_t one = draw(world, 2) ? 0 : some_node(world, file), other = some_node(world, file);
    json_t *row = file->lines[one + 1];
    file->lines[one + 1] = file->lines[other + 1];
    file->lines[other + 1] = row;
    for (uint64_t node = 0, right = draw(world, 3); right && node + 1 < file->count; node++) {
        json_t *moves = evidence_file_part(file, node, 4);
        for (size_t k = 0; k < json_array_size(moves); k++) {
            json_t *move = json_array_get(moves, k);
            uint64_t target = (uint64_t)json_integer_value(json_array_get(move, 1));
            if (target == one || target == other) {
                json_array_set_new(move, 1, json_integer((json_int_t)(target == one ? other : one)));
            }
        }
    }
    expect_naive(world, file, "two nodes exchanged");
}

static void change_verdict(struct world *world, struct evidence_file *file) {
    json_t *head = file->lines[0];
    int holds = json_is_true(json_object_get(head, "holds"));
    json_object_set_new(head, "holds", json_boolean(!holds));
    expect(world, file, 0, "the other verdict");
}

static void change_step(struct world *world, struct evidence_file *file) {
    json_t *head = file->lines[0], *steps = json_object_get(head, "steps");
    json_t *step = json_array_get(steps, draw(world, json_array_size(steps)));
    uint64_t count = json_array_size(steps);
    switch (draw(world, steps == NULL ? 1 : 4)) {
    case 0: /* a trace becomes a graph: its other claims are true */
        json_object_set_new(head, "kind", json_string("parity"));
        expect(world, file, 1, "a trace as a graph");
        return;
    case 1:
        json_object_set_new(head, "lasso",
                            draw(world, 3) == 0 ? json_null()
                                                : json_integer((json_int_t)draw(world, count + 1)));
        break;
    case 2:
        json_array_remove(steps, count - 1);
        break;
    default:
        if (step != NULL) {
            json_object_set_new(step, "label",
                                json_string(world->labels.text[draw(world, world->labels.count)]));
        }
        break;
    }
    expect_naive(world, file, "the path");
}

static void change_formula(struct world *world, struct evidence_file *file) {
    json_t *property = json_object_get(file->lines[0], "property");
    formula_text *other =
        random_formula_make(&world->random, world->labels.text, world->labels.count, &world->place.memory);
    char *text = random_formula_print(formula_root(other), 0);
    if (draw(world, 4) == 0) {
        json_object_set_new(property, "dialect", json_string("mcf"));
    } else {
        json_object_set_new(property, "formula", json_string(text));
    }
    free(text);
    formula_text_free(other);
    expect_true(world, file, "another formula");
}

static void change_texts(struct world *world, struct evidence_file *file) {
    json_t *labels = json_object_get(file->lines[0], "labels");
    json_t *subformulas = json_object_get(file->lines[0], "subformulas");
    size_t place = draw(world, json_array_size(labels));
    switch (draw(world, 5)) {
    case 0:
        json_array_set_new(subformulas, draw(world, json_array_size(subformulas)), json_string("false true"));
        expect(world, file, 0, "another subformula");
        return;
    case 1:
        json_array_append_new(subformulas, json_string("true"));
        expect(world, file, 0, "a subformula more");
        return;
    case 2:
        json_array_set(labels, place, json_array_get(labels, draw(world, json_array_size(labels))));
        break;
    case 3:
        json_array_remove(labels, place);
        break;
    default:
        json_array_append_new(labels, json_string("another"));
        break;
    }
    expect_true(world, file, "other labels");
}

/* Changes a value of the explanation, or of a region in it. */
static void change_explanation(struct world *world, struct evidence_file *file) {
    static const char *const keys[] = {"kind", "step", "text", "states", "closed", "labels", "graph"};
    json_t *explanation = json_object_get(file->lines[0], "explanation");
    const char *key = keys[draw(world, LENGTH(keys))];
    json_t *value = json_object_get(explanation, key);
    if (json_is_integer(value)) {
        json_object_set_new(explanation, key, json_integer(json_integer_value(value) + 1));
    } else if (json_is_array(value)) {
        json_array_append_new(value, json_string("never"));
    } else if (json_is_object(value) && json_is_array(json_object_get(value, "transitions"))) {
        json_array_append_new(json_object_get(value, "transitions"), json_pack("[i,s,i]", 0, "never", 0));
    } else {
        json_object_set_new(explanation, key, json_null());
    }
    expect(world, file, 0, "an explanation");
}

static void change_head(struct world *world, struct evidence_file *file) {
    static const char *const keys[] = {"heddle_evidence", "kind",        "inputs", "property", "components",
                                       "labels",          "subformulas", "holds",  "nodes"};
    const char *key = keys[draw(world, LENGTH(keys))];
    json_t *value = draw(world, 2) ? json_string("something") : json_pack("[i]", 7);
    json_object_set_new(file->lines[0], key, value);
    expect(world, file, 0, key);
}

static void verify_changes(struct world *world, const struct evidence_file *file) {
    static void (*const changes[])(struct world *, struct evidence_file *) = {
        change_number, change_state,   change_move,  change_move,    drop_move,
        drop_move,     add_move,       drop_node,    lose_way,       lose_way,
        change_ways,   change_ways,    change_ways,  exchange_nodes, change_verdict,
        change_step,   change_formula, change_texts, change_head,    change_explanation};
    for (int k = 0; k < CHANGES; k++) {
        static struct evidence_file changed;
        evidence_file_copy(&changed, file);
        changes[draw(world, LENGTH(changes))](world, &changed);
        evidence_file_free(&changed);
    }
}

/* --- random cases --- */

/* Adds all nodes that moves of the observer alone reach from those in the set. */
static void close_set(const struct strategy *evidence, uint8_t *set) {
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t node = 0; node < evidence->nodes; node++) {
            for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
                uint32_t target = evidence->targets[edge];
                if (set[node] && evidence->edge_labels[edge] == STRATEGY_NO_LABEL && !set[target]) {
                    set[target] = 1;
                    changed = 1;
                }
            }
        }
    }
}

/* What is left to be shown in each state of the path, by its definition. */
static void check_lane(struct world *world) {
    const struct strategy *evidence = &world->evidence;
    const struct trace *trace = &evidence->trace;
    struct memory *memory = &world->place.memory;
    struct strategy_lane lane = {0};
    uint8_t *now = test_allocate(evidence->nodes, 1), *next = test_allocate(evidence->nodes, 1);
    CU_ASSERT_EQUAL_FATAL(strategy_lane_make(evidence, world->property.formula, memory, &lane), 0);
    CU_ASSERT_EQUAL(lane.states, trace->steps + 1);
    now[0] = 1;
    for (uint64_t step = 0; step < trace->steps; step++) {
        uint32_t least = UINT32_MAX;
        close_set(evidence, now);
        memset(next, 0, evidence->nodes);
        for (uint64_t node = 0; node < evidence->nodes; node++) {
            uint32_t state = strategy_tuple(evidence, node)[evidence->components];
            for (uint64_t edge = evidence->offsets[node]; edge < evidence->offsets[node + 1]; edge++) {
                uint32_t label = evidence->edge_labels[edge], target = evidence->targets[edge];
                if (now[node] && label != STRATEGY_NO_LABEL &&
                    strcmp(evidence->labels->text[label], trace->labels[step]) == 0 &&
                    memcmp(strategy_tuple(evidence, target), trace_state(trace, step + 1),
                           evidence->components * sizeof(uint32_t)) == 0) {
                    least = state < least ? state : least;
                    next[target] = 1;
                }
            }
        }
        if (least != lane.shown[step] || least == UINT32_MAX) {
            report(world, "what is left to be shown", strategy_lane_text(&lane, step));
        }
        world->changes +=
            step > 0 && strcmp(strategy_lane_text(&lane, step - 1), strategy_lane_text(&lane, step)) != 0;
        memcpy(now, next, evidence->nodes);
    }
    free(now);
    free(next);
    strategy_lane_free(memory, &lane);
}

/* The steps of the path until the loser has lost, or all of them. */
static uint64_t steps_of(const struct strategy *evidence) {
    uint64_t steps = evidence->trace.steps;
    return evidence->lost_after < steps ? evidence->lost_after : steps;
}

/* The state of the oracle's graph with the local states of a node. */
static uint32_t graph_state(const struct world *world, uint64_t node) {
    const struct oracle_graph *graph = world->graph;
    uint32_t state = 0;
    while (memcmp(graph->tuples + (uint64_t)state * graph->leaves, strategy_tuple(&world->evidence, node),
                  graph->leaves * sizeof *graph->tuples) != 0) {
        state++;
    }
    return state;
}

/* Marks what the moves of a vertex of the game lead to. Returns whether something was not marked. */
static int mark_targets(const struct world *world, uint32_t state, uint32_t at, uint8_t *marks) {
    const struct observer *observer = &world->evidence.observer->observer;
    const struct oracle_graph *graph = world->graph;
    int more = 0, steps = observer->state[at].kind == OBSERVER_STEP;
    uint64_t begin = steps ? graph->offsets[state] : 0;
    uint64_t end = steps ? graph->offsets[state + 1] : observer->state[at].kind == OBSERVER_EPSILON;
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t label = 0, to = steps ? graph->edge_target[edge] : state;
        while (steps && strcmp(world->labels.text[label], graph->edge_label[edge]) != 0) {
            label++;
        }
        uint64_t row = (uint64_t)at * observer->classes + (steps ? observer->class_of_label[label] : 0);
        for (uint64_t k = observer->row[row]; k < observer->row[row + 1]; k++) {
            uint8_t *mark = &marks[(uint64_t)to * observer->states + observer->target[k]];
            more |= !*mark;
            *mark = 1;
        }
    }
    return more;
}

/* The states that plays can visit from a node on, and whether they have none of the absent labels. */
static void check_region(struct world *world, uint32_t node, const json_t *explanation) {
    const struct oracle_graph *graph = world->graph;
    uint32_t observers = world->evidence.observer->observer.states, count = 0;
    uint8_t *marks = test_allocate((uint64_t)graph->states * observers, 1);
    const json_t *labels = json_object_get(explanation, "labels");
    marks[(uint64_t)graph_state(world, node) * observers +
          strategy_tuple(&world->evidence, node)[world->evidence.components]] = 1;
    for (int more = 1; more;) {
        more = 0;
        for (uint64_t vertex = 0; vertex < (uint64_t)graph->states * observers; vertex++) {
            more |= marks[vertex] && mark_targets(world, (uint32_t)(vertex / observers),
                                                  (uint32_t)(vertex % observers), marks);
        }
    }
    for (uint32_t state = 0; state < graph->states; state++) {
        int visited = memchr(marks + (uint64_t)state * observers, 1, observers) != NULL;
        count += visited;
        for (uint64_t edge = graph->offsets[state]; visited && edge < graph->offsets[state + 1]; edge++) {
            for (size_t k = 0; k < json_array_size(labels); k++) {
                const char *label = json_string_value(json_array_get(labels, k));
                CU_ASSERT_STRING_NOT_EQUAL(label, graph->edge_label[edge]);
                world->absent++;
            }
        }
    }
    if (count != json_integer_value(json_object_get(explanation, "states"))) {
        report(world, "a region", strategy_explanation_text(&world->evidence, 0));
    }
    world->regions++;
    free(marks);
}

/* The texts of the subformulas of some nodes, read again: the winner is right about each of them there. */
static void check_shown(struct world *world) {
    const struct exp_options *how = language_options(world->tree);
    const struct formula_options options = {.dialect = FORMULA_DIALECT_MCL,
                                            .extended = how->regex_extended,
                                            .ignore_case = how->ignore_case,
                                            .internal = how->internal,
                                            .internal_count = how->internal_count};
    const struct strategy *evidence = &world->evidence;
    struct memory *memory = &world->place.memory;
    const struct oracle_lts lts = {(uint32_t)world->graph->states, world->graph->offsets,
                                   world->graph->edge_label, world->graph->edge_target};
    for (unsigned k = 0; k < SHOWN; k++) {
        uint64_t node = draw(world, evidence->nodes);
        uint32_t state = strategy_tuple(evidence, node)[evidence->components];
        const struct formula_meaning *meaning = &evidence->observer->meaning[state];
        struct text_buffer text = {0};
        uint8_t holds[MOST_STATES];
        CU_ASSERT_EQUAL_FATAL(
            formula_show(world->property.formula, meaning->formula, "", 100000, memory, &text), 0);
        if (strstr(text.data, "...") != NULL) {
            world->too_long++;
        } else if (!formula_shown_evaluate(text.data, meaning->formula, &options, &lts, holds)) {
            world->ambiguous++;
        } else if (holds[graph_state(world, node)] != (evidence->holds != meaning->is_negated)) {
            report(world, "the winner is wrong about", text.data);
        }
        world->shown++;
        world->made += meaning->formula->extent.end == 0;
        text_buffer_free(memory, &text);
    }
}

/* Whether the explanation is of an end: by its step and its subformula. */
static int explains(struct world *world, const struct strategy_end *end) {
    const struct formula_meaning *meaning = &world->evidence.observer->meaning[end->state];
    const json_t *explanation = world->evidence.explanation;
    struct text_buffer text = {0};
    CU_ASSERT_EQUAL_FATAL(formula_show(world->property.formula, meaning->formula, "", STRATEGY_TEXT,
                                       &world->place.memory, &text),
                          0);
    int same = end->step == (uint64_t)json_integer_value(json_object_get(explanation, "step")) &&
               strcmp(text.data, json_string_value(json_object_get(explanation, "subformula"))) == 0;
    text_buffer_free(&world->place.memory, &text);
    return same;
}

static void check_explanation(struct world *world) {
    const struct strategy *evidence = &world->evidence;
    CU_ASSERT_PTR_NOT_NULL(strategy_explanation_text(evidence, 0));
    for (uint64_t k = evidence->ends.count;
         k-- > 0 && json_object_get(evidence->explanation, "states") != NULL;) {
        const struct strategy_end *end = &evidence->ends.data[k];
        if (explains(world, end)) {
            check_region(world, end->node, evidence->explanation);
            return;
        }
    }
}

/* A path is shown whenever one can be forced, and it is a shortest one. */
static void check_shortest(struct world *world) {
    const struct strategy *evidence = &world->evidence;
    uint64_t steps = 0;
    enum forced_path forced = forced_path_find(&world->given, &steps);
    if (forced == FORCED_UNKNOWN) {
        world->unknown++;
    } else if ((forced == FORCED_FOUND) != (evidence->shape != STRATEGY_GRAPH)) {
        report(world, "a path", forced == FORCED_FOUND ? "is missing" : "divides");
    } else if (forced == FORCED_FOUND && steps_of(evidence) > steps) {
        report(world, "a path", "is not shortest");
    }
    world->forced += forced == FORCED_FOUND && steps > 0;
}

static void check_written(struct world *world, const char *path) {
    static struct evidence_file file;
    struct verification verification;
    const struct strategy *evidence = &world->evidence;
    int holds = truth(world, world->text, FORMULA_DIALECT_MCL);
    CU_ASSERT_EQUAL(evidence->holds, holds);
    if (verify(world, path, &verification) != 1) {
        report(world, "as it was written", verification.reason);
        return;
    }
    CU_ASSERT_EQUAL(verification.nodes, evidence->nodes);
    CU_ASSERT_EQUAL(verification.steps, evidence->trace.steps);
    check_lane(world);
    if (world->about.walker != NULL) { /* the naive checks know no values of variables */
        world->of_models++;
        return;
    }
    world->confirmed++;
    world->holding += (uint64_t)holds;
    world->shapes[evidence->shape]++;
    world->cyclic += evidence->edges >= evidence->nodes;
    check_shortest(world);
    check_explanation(world);
    check_shown(world);
    evidence_file_load(&file, path);
    if (!formula_case_holds(&world->given, &file)) {
        report(world, "as it was written", "the naive checks refute it");
    }
    verify_changes(world, &file);
    evidence_file_free(&file);
}

static void check_formula_text(struct world *world) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_AUTO, SOLVER_PROMOTION};
    struct error error;
    const char *path = test_folder_path(&world->place.folder, "e.json");
    if (play(world, solvers[draw(world, 3)])) {
        if (make(world, MOST_NODES, &error) != 0) {
            world->too_large += error.code == ERROR_LIMIT;
            if (error.code != ERROR_LIMIT) {
                report(world, "not made", error.text);
            }
        } else if (write(world, path, FILE_JSON, &error) != 0) {
            report(world, "not written", error.text);
        } else {
            check_written(world, path);
        }
    }
    close_formula(world);
}

static void check_seed(struct world *world) {
    struct random_network drawn;
    world->random = world->seed * 131;
    CU_ASSERT_EQUAL_FATAL(
        random_network_generate(world->seed, test_folder_name(&world->place.folder), &drawn), 0);
    if (world->seed % 3 == 0) {
        random_mixed_convert(&drawn, world->place.folder.path, world->seed);
    }
    if (open_network(world, drawn.path, &drawn.options)) {
        for (int k = 0; k < FORMULAS; k++) {
            formula_text *made = random_formula_make(&world->random, world->labels.text, world->labels.count,
                                                     &world->place.memory);
            world->text = random_formula_print(formula_root(made), 0);
            formula_text_free(made);
            check_formula_text(world);
            free(world->text);
        }
    }
    close_network(world);
}

static void test_random(void) {
    static struct world world;
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 7701);
    workplace_begin(&world.place, (uint64_t)1 << 30);
    for (uint64_t k = 0; k < cases && CU_get_number_of_failures() < 10; k++) {
        world.seed = seed + k;
        check_seed(&world);
    }
    workplace_end(&world.place);
    report_counts("with PRISM models", world.of_models, "confirmed", world.confirmed, "formulas that hold",
                  world.holding, "traces", world.shapes[STRATEGY_TRACE], "lassos",
                  world.shapes[STRATEGY_LASSO], "graphs", world.shapes[STRATEGY_GRAPH], "with cycles",
                  world.cyclic, "changed and refuted", world.refuted, "changed and damaged", world.damaged,
                  "changed and still right", world.changed_confirmed, "changes of subformulas", world.changes,
                  "forced paths", world.forced, "not decided naively", world.unknown, "regions",
                  world.regions, "absent labels", world.absent, "shown subformulas", world.shown,
                  "nobody wrote", world.made, "ambiguous", world.ambiguous, "too long", world.too_long, NULL);
    if (cases == DEFAULT_CASES && CU_get_number_of_failures() == 0) {
        CU_ASSERT_TRUE(cases < 1400 || world.confirmed + world.of_models >= 1500);
        CU_ASSERT_TRUE(world.of_models >= world.confirmed / 8);
        CU_ASSERT_TRUE(world.holding >= world.confirmed / 4);
        CU_ASSERT_TRUE(world.confirmed - world.holding >= world.confirmed / 4);
        CU_ASSERT_TRUE(world.shapes[STRATEGY_LASSO] >= world.confirmed / 50);
        CU_ASSERT_TRUE(world.shapes[STRATEGY_GRAPH] >= world.confirmed / 50);
        CU_ASSERT_TRUE(world.refuted >= world.confirmed && world.changed_confirmed >= world.confirmed / 50);
        CU_ASSERT_TRUE(cases < 1400 || world.changes >= world.confirmed / 50);
        CU_ASSERT_TRUE(world.too_large <= world.confirmed / 50);
        CU_ASSERT_TRUE(world.made >= world.shown / 50);
        CU_ASSERT_TRUE(world.ambiguous + world.too_long <= world.shown / 50);
    }
}

/* --- by hand --- */

static struct world *open_scene(const char *network) {
    static struct world world;
    static const struct exp_options options;
    memset(&world, 0, sizeof world);
    workplace_begin(&world.place, (uint64_t)1 << 30);
    test_folder_write(&world.place.folder, "line.aut", "des (0, 2, 3)\n(0, a, 1)\n(1, b, 2)\n");
    test_folder_write(&world.place.folder, "fork.aut", "des (0, 2, 3)\n(0, a, 1)\n(0, b, 2)\n");
    test_folder_write(&world.place.folder, "bytes.aut",
                      "des (0, 2, 3)\n(0, \"a\xff\", 1)\n(0, \"a\xfe\", 2)\n");
    /* There is a long cycle, and a short one some steps away. */
    test_folder_write(&world.place.folder, "round.aut",
                      "des (0, 9, 7)\n(0, a, 1)\n(1, a, 2)\n(2, a, 3)\n(3, a, 4)\n(4, a, 5)\n(5, a, 0)\n"
                      "(1, b, 6)\n(6, b, 6)\n(3, c, 3)\n");
    char path[512];
    snprintf(path, sizeof path, "%s", test_folder_write(&world.place.folder, "main.exp", network));
    static char kept[512];
    strcpy(kept, path);
    CU_ASSERT_EQUAL_FATAL(open_network(&world, kept, &options), 1);
    return &world;
}

static void close_scene(struct world *world) {
    close_network(world);
    workplace_end(&world->place);
}

static void make_by_hand(struct world *world, char *formula) {
    struct error error;
    struct verification verification;
    const char *path = test_folder_path(&world->place.folder, "e.json");
    world->text = formula;
    CU_ASSERT_EQUAL_FATAL(play(world, SOLVER_AUTO), 1);
    CU_ASSERT_EQUAL_FATAL(make(world, MOST_NODES, &error), 0);
    CU_ASSERT_EQUAL_FATAL(write(world, path, FILE_JSON, &error), 0);
    if (verify(world, path, &verification) != 1) {
        report(world, "as it was written", verification.reason);
    }
}

static void test_shapes(void) {
    static const struct {
        const char *network;
        char *formula;
        int holds;
        enum strategy_shape shape;
        const char *path; /* labels, one after the other */
        uint64_t lasso;
    } cases[] = {
        {"\"line.aut\"", "[true*] <true> true", 0, STRATEGY_TRACE, "ab", TRACE_NO_LASSO},
        {"\"line.aut\"", "<true*> <b> true", 1, STRATEGY_TRACE, "ab", TRACE_NO_LASSO},
        {"\"line.aut\"", "mu X . X", 0, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"line.aut\"", "true", 1, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"line.aut\"", "[a] (<a> true or <c> true)", 0, STRATEGY_TRACE, "a", TRACE_NO_LASSO},
        {"\"fork.aut\"", "<a> <true> true or <b> <true> true", 0, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"fork.aut\"", "<true> <true> true", 0, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"fork.aut\"", "<true> [true*] <true> true", 0, STRATEGY_GRAPH, "", TRACE_NO_LASSO},
        {"\"fork.aut\"", "[true] [true] false", 1, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"fork.aut\"", "[a] [true] false", 1, STRATEGY_TRACE, "", TRACE_NO_LASSO},
        {"\"round.aut\"", "mu X . (<true> true and [not c] X)", 0, STRATEGY_LASSO, "abb", 2},
        {"\"round.aut\"", "nu X . <a> X", 1, STRATEGY_LASSO, "aaaaaa", 0},
        {"\"round.aut\"", "nu X . mu Y . (<b> X or <a> Y)", 1, STRATEGY_LASSO, "abb", 2},
        {"\"round.aut\"", "<true*> <c> @", 1, STRATEGY_LASSO, "aaac", 3},
        {"\"line.aut\" ||| \"round.aut\"", "[true*] (<\"a\"> true or <\"b\"> true)", 1, STRATEGY_GRAPH, NULL,
         0},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct world *world = open_scene(cases[k].network);
        const struct strategy *evidence = &world->evidence;
        make_by_hand(world, cases[k].formula);
        CU_ASSERT_EQUAL(evidence->holds, cases[k].holds);
        if (evidence->shape != cases[k].shape) {
            report(world, "another shape", "");
        } else if (cases[k].path != NULL) {
            char path[16] = "";
            for (uint64_t step = 0; step < evidence->trace.steps && step < 15; step++) {
                strcat(path, evidence->trace.labels[step]);
            }
            if (strcmp(path, cases[k].path) != 0 || evidence->trace.lasso != cases[k].lasso) {
                report(world, "another path", path);
            }
        }
        close_formula(world);
        close_scene(world);
    }
}

/* The text of a file, which the next call overwrites. */
static const char *text_of(const char *path) {
    static char text[4096];
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void test_formats(void) {
    struct error error;
    struct world *world = open_scene("\"fork.aut\"");
    char path[512];
    make_by_hand(world, "<true> [true*] <true> true");
    snprintf(path, sizeof path, "%s", test_folder_path(&world->place.folder, "e.txt"));
    CU_ASSERT_EQUAL(write(world, path, FILE_TXT, &error), 0);
    CU_ASSERT_STRING_EQUAL(
        text_of(path),
        "here the path divides: `a`, `b`; whichever is taken, `<true> [true*] <true> true` fails\n"
        "node 0  (fork 0)  even, priority 0\n    <true> [true*] <true> true\n"
        "    -> node 1  a\n    -> node 2  b\n"
        "node 1  (fork 1)  odd, priority 0\n    [true*] <true> true\n    -> node 3\n"
        "node 2  (fork 2)  odd, priority 0\n    [true*] <true> true\n    -> node 4\n"
        "node 3  (fork 1)  even, priority 0\n    <true> true\n"
        "node 4  (fork 2)  even, priority 0\n    <true> true\n");
    snprintf(path, sizeof path, "%s", test_folder_path(&world->place.folder, "e.aut"));
    CU_ASSERT_EQUAL(write(world, path, FILE_AUT, &error), 0);
    CU_ASSERT_STRING_EQUAL(text_of(path), "des (0, 0, 1)\n");
    close_formula(world);
    make_by_hand(world, "[a] <true> true");
    CU_ASSERT_EQUAL(write(world, path, FILE_AUT, &error), 0);
    CU_ASSERT_STRING_EQUAL(text_of(path), "des (0, 1, 2)\n(0,\"a\",1)\n");
    close_formula(world);
    close_scene(world);
}

/* A strategy that is too large is refused, and so is one that does not fit the game. Labels differ by
 * their bytes. */
static void test_refusals(void) {
    struct error error;
    struct world *world = open_scene("\"fork.aut\"");
    make_by_hand(world, "<true> [true*] <true> true");
    strategy_free(&world->evidence);
    CU_ASSERT_EQUAL(make(world, 4, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_EQUAL(make(world, 5, &error), 0);
    strategy_free(&world->evidence);
    uint64_t limit = world->place.memory.limit;
    world->place.memory.limit = world->place.memory.used + 64;
    CU_ASSERT_EQUAL(make(world, 5, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    world->place.memory.limit = limit;
    int stop = 1;
    world->place.run.stop = &stop;
    CU_ASSERT_EQUAL(make(world, 5, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    world->place.run.stop = NULL;
    world->played.solved.solution.winner[world->played.solved.game.host.start] = PLAYER_EVEN;
    CU_ASSERT_EQUAL(make(world, 5, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    close_formula(world);
    close_scene(world);
    world = open_scene("\"bytes.aut\"");
    make_by_hand(world, "<true> <true> true");
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text_of(test_folder_path(&world->place.folder, "e.json")), "{\"hex\":\"61fe\"}"));
    close_formula(world);
    close_scene(world);
}

/* If a strategy has too many nodes, its path is shown all the same, and the region where it ends is
 * counted.
 */
static void test_part(void) {
    struct error error;
    struct world *world = open_scene("\"line.aut\" ||| \"round.aut\"");
    const struct strategy *evidence = &world->evidence;
    const char *path = test_folder_path(&world->place.folder, "e.aut");
    make_by_hand(world, "[a . a] <true* . \"none\"> true");
    CU_ASSERT_EQUAL(evidence->shape, STRATEGY_TRACE);
    uint64_t nodes = evidence->nodes, steps = evidence->trace.steps;
    CU_ASSERT(nodes > 10 && steps == 2);
    json_t *whole = json_incref(evidence->explanation);
    strategy_free(&world->evidence);
    CU_ASSERT_EQUAL_FATAL(make(world, 10, &error), 0);
    CU_ASSERT(evidence->is_part && evidence->nodes < nodes && evidence->trace.steps == steps);
    CU_ASSERT(json_equal(evidence->explanation, whole));
    json_decref(whole);
    CU_ASSERT_EQUAL(write(world, path, FILE_JSON, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_EQUAL(write(world, path, FILE_AUT, &error), 0);
    close_formula(world);
    close_scene(world);
}

void suite_formula_evidence(void) {
    suite_add("formula_evidence", NULL, NULL, "random formulas on random networks", test_random,
              "shapes, and short ways", test_shapes, "tables and AUT", test_formats,
              "paths of strategies that are too large", test_part, "what is refused", test_refusals, NULL);
}
