/*
 * Evidence of components and schedulers of thousands of random graphs and Markov decision processes is
 * written, read, verified and confirmed. With a change, the verifier agrees with naive checks of every
 * condition (tests/support/evidence_case.h). What it confirms is true: it claims the components of the
 * oracles, or the states of the defining fixpoint.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "checker/evidence/component_evidence.h"
#include "checker/verify/verify.h"
#include "decompose/almost_sure/almost_sure.h"
#include "model/digraph_core.h"
#include "decompose/mec/mec.h"
#include "decompose/scc/scc.h"
#include "tests/support/evidence_case.h"
#include "tests/oracle/oracle_mec.h"
#include "tests/oracle/oracle_scc.h"
#include "tests/random/random_graph.h"
#include "tests/random/random_mdp.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 150u
#else
#define DEFAULT_CASES 1500u
#endif
#define CHANGES 12 /* for each case */

static char *label_texts[] = {"a", "b", "with \"quotes\" \\ and \xff"};
#define LABELS 3u

struct world {
    struct workplace place;
    uint64_t seed, random;
    struct evidence_case given;
    enum evidence_kind kind;
    /* the input */
    struct lts lts;
    label_table *labels;
    struct mdp mdp;
    uint64_t offsets[CASE_STATES + 1];
    uint32_t targets[CASE_CHOICES], edge_labels[CASE_CHOICES], begins[CASE_CHOICES / 32];
    char *state_label_text;
    uint32_t state_label[CASE_STATES / 32 + 1], *state_labels;
    struct verify_input input;
    /* the truth */
    uint32_t component[CASE_STATES];
    uint64_t winning;
    uint64_t confirmed, refuted, changed_confirmed, initial;
};

static uint64_t draw(struct world *world, uint64_t below) {
    return below == 0 ? 0 : random_next(&world->random) % below;
}

static void report(const struct world *world, const char *what, const char *reason) {
    printf("\n    seed %llu, %s: %s: %s\n", (unsigned long long)world->seed, evidence_kind_name(world->kind),
           what, reason);
    CU_FAIL("wrong");
}

/* --- verifying --- */

static int holds(const struct world *world, const struct evidence_file *file) {
    return world->kind == EVIDENCE_SCC   ? case_scc_holds(&world->given, file)
           : world->kind == EVIDENCE_MEC ? case_mec_holds(&world->given, file)
                                         : case_scheduler_holds(&world->given, file);
}

static int is_true(const struct world *world, const struct evidence_file *file) {
    return world->kind == EVIDENCE_SCHEDULER
               ? case_scheduler_wins(&world->given, file, world->winning)
               : case_claims(&world->given, file, world->component, world->kind == EVIDENCE_MEC);
}

static void expect(struct world *world, const struct evidence_file *file, const char *what) {
    struct verification verification;
    const char *path = test_folder_path(&world->place.folder, "changed.json");
    evidence_file_save(file, path);
    int status = evidence_file_verify(path, &world->input, &world->place.run, &verification);
    if ((status == 1) != holds(world, file) || (status == 1 && !is_true(world, file))) {
        report(world, what, verification.reason);
    }
    world->changed_confirmed += status == 1;
    world->refuted += status == 0;
}

/* --- changes --- */

/* Changes a number of a row. */
static void change_number(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states);
    size_t place = draw(world, world->kind == EVIDENCE_SCC ? 7 : world->kind == EVIDENCE_MEC ? 8 : 3);
    if (json_is_integer(evidence_file_part(file, state, place))) {
        uint64_t number = evidence_file_number(file, state, place);
        uint64_t other = draw(world, 2) ? draw(world, world->given.states + 2) : number + draw(world, 3) - 1;
        evidence_file_set(file, state, place, other > UINT32_MAX ? 0 : other);
    }
    expect(world, file, "a number");
}

/* Replaces some numbers of a state by those of another. */
static void change_row(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states), other = draw(world, world->given.states);
    for (size_t place = 1; place < 9; place++) {
        json_t *part = evidence_file_part(file, other, place);
        if (part != NULL && draw(world, 3) > 0 && evidence_file_part(file, state, place) != NULL) {
            json_array_set(file->lines[state + 1], place, part);
        }
    }
    expect(world, file, "parts of a row");
}

static void exchange_components(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states), other = draw(world, world->given.states);
    if (state == other) {
        return;
    }
    json_t *row = json_deep_copy(file->lines[state + 1]), *with = json_deep_copy(file->lines[other + 1]);
    json_array_set_new(row, 0, json_integer((json_int_t)other));
    json_array_set_new(with, 0, json_integer((json_int_t)state));
    json_decref(file->lines[state + 1]);
    json_decref(file->lines[other + 1]);
    file->lines[state + 1] = with;
    file->lines[other + 1] = row;
    expect(world, file, "two states exchanged");
}

static void lose_state(struct world *world, struct evidence_file *file) {
    evidence_file_drop(file, draw(world, world->given.states));
    expect(world, file, "a state less");
}

/* Merges two components, although edges for that may be missing. */
static void merge_components(struct world *world, struct evidence_file *file) {
    uint64_t a = draw(world, world->given.states), b = draw(world, world->given.states);
    uint32_t into = evidence_file_number(file, a, 1), from = evidence_file_number(file, b, 1);
    size_t shared = world->kind == EVIDENCE_SCC ? 3 : 4; /* rank and cut before the trees */
    if (world->kind == EVIDENCE_SCHEDULER || into == UINT32_MAX || from == UINT32_MAX || into >= from) {
        return;
    }
    for (uint64_t state = 0; state < world->given.states; state++) {
        if (evidence_file_number(file, state, 1) == from) {
            for (size_t place = 1; place < shared; place++) {
                evidence_file_set(file, state, place, evidence_file_number(file, into, place));
            }
            for (size_t tree = shared; tree < shared + 4; tree += 2) {
                if (state == from) {
                    evidence_file_set(file, state, tree, into);
                }
                evidence_file_set(file, state, tree + 1, evidence_file_number(file, state, tree + 1) + 1);
            }
        }
    }
    expect(world, file, "components merged");
}

/* Takes a state out of its component, or makes it a component by itself. */
static void split_component(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states);
    size_t trees = world->kind == EVIDENCE_SCC ? 3 : 4;
    if (world->kind == EVIDENCE_SCHEDULER) {
        return;
    }
    if (world->kind == EVIDENCE_MEC && evidence_file_number(file, state, 1) != UINT32_MAX && draw(world, 2)) {
        json_array_set_new(file->lines[state + 1], 1, json_null());
        while (json_array_size(file->lines[state + 1]) > trees) {
            json_array_remove(file->lines[state + 1], trees);
        }
    } else {
        for (size_t place = 1; place < trees + 4; place++) {
            int number = place == 1 || (place >= trees && (place - trees) % 2 == 0);
            uint64_t old = evidence_file_number(file, state, place);
            uint64_t value = number ? state : place < trees ? old : 0;
            if (json_array_size(file->lines[state + 1]) <= place) {
                json_array_append_new(file->lines[state + 1], json_integer((json_int_t)value));
            }
            evidence_file_set(file, state, place, value);
        }
        if (world->kind == EVIDENCE_MEC && json_array_size(file->lines[state + 1]) == 8) {
            json_array_append_new(file->lines[state + 1], json_array());
        }
    }
    if (draw(world, 2)) {
        evidence_file_set(file, state, 2, draw(world, world->given.states));
    }
    expect(world, file, "a component split");
}

/* A choice that the state has in the input, in the form of rows. */
static json_t *some_choice(struct world *world, uint64_t state) {
    const struct evidence_case *given = &world->given;
    uint64_t start = draw(world, given->choice_count);
    for (uint64_t k = 0; k < given->choice_count; k++) {
        const struct case_choice *choice = &given->choices[(start + k) % given->choice_count];
        if (choice->state == state) {
            json_t *list = json_array();
            json_array_append_new(list,
                                  choice->label == UINT32_MAX ? json_null() : json_integer(choice->label));
            for (uint64_t to = 0; to < given->states; to++) {
                if (choice->support >> to & 1) {
                    json_array_append_new(list, json_integer((json_int_t)to));
                }
            }
            return list;
        }
    }
    return NULL;
}

/* Changes the label or a target of a listed choice, removes it, adds one, or moves it to another state. */
static void change_choice(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states), other = draw(world, world->given.states);
    json_t *list = evidence_file_part(file, state, world->kind == EVIDENCE_MEC ? 8 : 2);
    json_t *to = evidence_file_part(file, other, 8),
           *made = some_choice(world, draw(world, 4) ? state : other);
    if (world->kind == EVIDENCE_SCC || !json_is_array(list)) {
        json_decref(made);
        return;
    }
    if (world->kind == EVIDENCE_SCHEDULER) {
        if (made != NULL && draw(world, 2)) {
            json_array_set_new(file->lines[state + 1], 2, made);
            expect(world, file, "another choice");
            return;
        }
        json_decref(made);
        if (draw(world, 4) == 0) {
            json_array_set_new(file->lines[state + 1], 2, json_null());
            expect(world, file, "no choice");
            return;
        }
        list = json_pack("[O]", list);
    } else {
        json_incref(list);
        if (made != NULL && draw(world, 3) == 0) {
            json_array_append(list, made);
        }
        json_decref(made);
    }
    json_t *choice = json_array_get(list, draw(world, json_array_size(list)));
    switch (choice == NULL ? 4 : draw(world, 5)) {
    case 0:
        json_array_set_new(choice, 0,
                           draw(world, 2) ? json_null() : json_integer((json_int_t)draw(world, LABELS)));
        break;
    case 1:
        json_array_set_new(choice, 1, json_integer((json_int_t)draw(world, world->given.states + 1)));
        break;
    case 2:
        json_array_append_new(choice, json_integer((json_int_t)draw(world, world->given.states)));
        break;
    case 3:
        if (world->kind == EVIDENCE_MEC) {
            if (json_is_array(to)) {
                json_array_append(to, choice);
            }
            json_array_remove(list, 0);
        }
        break;
    default:
        break;
    }
    json_decref(list);
    expect(world, file, "a choice");
}

/* Adds a state to those from which the scheduler reaches the goal, or removes one. */
static void change_beginning(struct world *world, struct evidence_file *file) {
    uint64_t state = draw(world, world->given.states);
    json_t *made = some_choice(world, state);
    if (world->kind != EVIDENCE_SCHEDULER || evidence_file_number(file, state, 1) != UINT32_MAX ||
        made == NULL) {
        json_decref(made);
        if (world->kind == EVIDENCE_SCHEDULER) {
            json_array_set_new(file->lines[state + 1], 1, json_null());
            evidence_file_set(file, state, 2, 1 + draw(world, world->given.states));
            expect(world, file, "a state where it does not begin");
        }
        return;
    }
    evidence_file_set(file, state, 1, draw(world, world->given.states));
    json_array_set_new(file->lines[state + 1], 2, made);
    expect(world, file, "a state where it begins, too");
}

static void verify_changes(struct world *world, const struct evidence_file *file) {
    static void (*const changes[])(struct world *, struct evidence_file *) = {
        change_number,    change_number,   change_number, change_row,    exchange_components, lose_state,
        merge_components, split_component, change_choice, change_choice, change_beginning};
    for (int k = 0; k < CHANGES && world->given.states > 0; k++) {
        static struct evidence_file changed;
        evidence_file_copy(&changed, file);
        changes[draw(world, LENGTH(changes))](world, &changed);
        evidence_file_free(&changed);
    }
}

/* --- cases --- */

/* Checks that the evidence is confirmed, with these counts, and that changes of it are judged right. */
static void verify_written(struct world *world, const char *path, const struct component_counts *expected) {
    static struct evidence_file file;
    struct verification verification;
    if (evidence_file_verify(path, &world->input, &world->place.run, &verification) != 1) {
        report(world, "as it was written", verification.reason);
        return;
    }
    const struct verified_counts counts = verification.counts;
    world->confirmed++;
    world->initial += (uint64_t)counts.initial;
    CU_ASSERT_EQUAL(counts.states, world->given.states);
    if (expected != NULL) {
        CU_ASSERT(counts.components == expected->components && counts.trivial == expected->trivial &&
                  counts.bottom == expected->bottom && counts.largest == expected->largest &&
                  counts.states_in_components == expected->states_in_components);
    }
    evidence_file_load(&file, path);
    CU_ASSERT(holds(world, &file) && is_true(world, &file));
    verify_changes(world, &file);
    evidence_file_free(&file);
}

/* Takes the live edges of a random graph, as an AUT file would have them. */
static void take_graph(struct world *world, const struct digraph *graph) {
    struct lts *lts = &world->lts;
    world->given.states = graph->vertices;
    world->given.choice_count = 0;
    world->offsets[0] = 0;
    for (uint32_t vertex = 0; vertex < graph->vertices; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (digraph_is_live(graph, edge) && world->given.choice_count < CASE_CHOICES) {
                world->edge_labels[world->given.choice_count] = 0;
                world->targets[world->given.choice_count] = graph->targets[edge];
                world->given.choices[world->given.choice_count++] =
                    (struct case_choice){vertex, UINT32_MAX, (uint64_t)1 << graph->targets[edge], 0};
            }
        }
        world->offsets[vertex + 1] = world->given.choice_count;
    }
    static uint32_t label_ids[1];
    label_ids[0] = label_intern(world->labels, "a", 1);
    *lts = (struct lts){.states = (uint32_t)graph->vertices, .row_states = (uint32_t)graph->vertices};
    lts->row = world->offsets;
    lts->moves = world->given.choice_count;
    lts->label = world->edge_labels;
    lts->target = world->targets;
    lts->labels = label_ids;
    lts->label_count = 1;
    world->input = (struct verify_input){.graph = lts, .labels = world->labels};
}

static void verify_scc(struct world *world) {
    struct random_graph random;
    struct error error;
    struct component_counts counts = {0};
    const char *path = test_folder_path(&world->place.folder, "e.json");
    struct component_subject subject = {.graph = "g.aut"};
    random_graph_make(world->seed, CASE_STATES, &random);
    take_graph(world, &random.graph);
    struct digraph graph = {
        world->given.states, world->given.choice_count, world->offsets, world->targets, NULL, NULL};
    world->kind = EVIDENCE_SCC;
    oracle_scc(&graph, world->component);
    CU_ASSERT_EQUAL_FATAL(component_counts_make(&graph, world->component, &world->place.run, &counts, &error),
                          0);
    if (evidence_write_scc(path, &subject, &graph, world->component, &world->place.run, &error) != 0) {
        report(world, "not written", error.text);
    } else {
        verify_written(world, path, &counts);
    }
    component_counts_free(&counts, &world->place.memory);
    random_graph_free(&random);
}

static int compare(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Adds a choice in the form of MDPs: targets sorted, each once. */
static void add_choice(struct world *world, uint32_t state, uint32_t label, const uint32_t *targets,
                       uint64_t count) {
    struct mdp *mdp = &world->mdp;
    struct case_choice *choice = &world->given.choices[world->given.choice_count++];
    uint64_t begin = mdp->edges;
    *choice = (struct case_choice){state, label, 0, 0};
    memcpy(world->targets + begin, targets, count * sizeof *targets);
    qsort(world->targets + begin, count, sizeof *targets, compare);
    bitmap_set(world->begins, begin);
    for (uint64_t k = 0; k < count; k++) {
        uint32_t target = world->targets[begin + k];
        if ((choice->support >> target & 1) == 0) {
            choice->support |= (uint64_t)1 << target;
            world->edge_labels[mdp->edges] = label;
            world->targets[mdp->edges++] = target;
        }
    }
    mdp->choices++;
}

/* Takes the live choices of a random MDP. Its marked choices get the label "a", which no other choice has. */
static void take_mdp(struct world *world, const struct random_mdp *random) {
    const struct digraph *graph = &random->graph;
    struct mdp *mdp = &world->mdp;
    *mdp = (struct mdp){.states = graph->vertices, .offsets = world->offsets, .targets = world->targets};
    memset(world->begins, 0, sizeof world->begins);
    world->given.states = graph->vertices;
    world->given.choice_count = 0;
    for (uint32_t state = 0; state < graph->vertices; state++) {
        world->offsets[state] = mdp->edges;
        for (uint64_t edge = graph->offsets[state], next; edge < graph->offsets[state + 1]; edge = next) {
            for (next = edge + 1; next < graph->offsets[state + 1] && !digraph_begins(graph, next);) {
                next++;
            }
            if (digraph_is_live(graph, edge)) {
                static const uint32_t others[] = {1, 2, MDP_NO_LABEL, MDP_NO_LABEL};
                uint32_t label = bitmap_has(random->label, edge) ? 0 : others[draw(world, 4)];
                add_choice(world, state, label, graph->targets + edge, next - edge);
            }
        }
        world->offsets[state + 1] = mdp->edges;
    }
    mdp->begins = world->begins;
    mdp->labels = world->edge_labels;
    mdp->label_text = label_texts;
    mdp->label_count = LABELS;
    world->state_label_text = "done";
    memcpy(world->state_label, random->states, sizeof world->state_label);
    world->state_labels = world->state_label;
    mdp->state_label_text = &world->state_label_text;
    mdp->state_labels = &world->state_labels;
    mdp->state_label_count = 1;
    mdp->initial = (uint32_t)draw(world, graph->vertices);
    world->input = (struct verify_input){.mdp = mdp};
}

static void verify_mec(struct world *world) {
    struct error error;
    struct component_counts counts = {0};
    struct oracle_mdp oracle;
    struct component_subject subject = {.mdp = "m.tra", .labels = "m.lab"};
    struct digraph graph = mdp_digraph(&world->mdp);
    uint32_t fell[CASE_STATES];
    const char *path = test_folder_path(&world->place.folder, "e.json");
    world->kind = EVIDENCE_MEC;
    oracle_mdp_make(&graph, &oracle);
    oracle_mec(&oracle, world->component, fell);
    CU_ASSERT_EQUAL_FATAL(component_counts_make(&graph, world->component, &world->place.run, &counts, &error),
                          0);
    if (evidence_write_mec(path, &subject, &world->mdp, world->component, &world->place.run, &error) != 0) {
        report(world, "not written", error.text);
    } else {
        verify_written(world, path, &counts);
    }
    component_counts_free(&counts, &world->place.memory);
}

static void verify_scheduler(struct world *world, const struct evidence_goal *goal) {
    struct error error;
    uint32_t edges[CASE_CHOICES / 32] = {0}, states[CASE_STATES / 32 + 1] = {0}, rank[CASE_STATES];
    uint64_t choice[CASE_STATES], winning = 0;
    struct digraph graph = mdp_digraph(&world->mdp);
    struct component_subject subject = {.mdp = "m.tra"};
    struct almost_sure_goal what = {
        .edges = edges, .states = states, .repeatedly = goal->repeatedly, .every = goal->every};
    uint32_t inside[CASE_STATES / 32 + 1] = {0};
    struct almost_sure_plan plan = {rank, choice, inside};
    struct almost_sure_report done;
    world->kind = EVIDENCE_SCHEDULER;
    world->given.repeatedly = goal->repeatedly;
    world->given.every = goal->every;
    world->given.goal_states = 0;
    for (uint64_t state = 0; goal->is_state_label && state < world->given.states; state++) {
        world->given.goal_states |= (uint64_t)bitmap_has(world->state_label, state) << state;
    }
    for (uint64_t c = 0; c < world->given.choice_count; c++) {
        struct case_choice *one = &world->given.choices[c];
        one->goal = !goal->is_state_label && (one->label == 0 || (goal->is_pattern && one->label == 1));
    }
    world->winning = case_winning(&world->given);
    CU_ASSERT_EQUAL_FATAL(evidence_mark_goal(&world->mdp, goal, NULL, &world->place.run,
                                             &(struct evidence_goal_marks){edges, states}, &error),
                          0);
    CU_ASSERT_EQUAL_FATAL(almost_sure_cpu(&graph, &what, &world->place.run, &plan, &done, &error), 0);
    for (uint64_t state = 0; state < world->given.states; state++) {
        winning |= (uint64_t)(rank[state] != ALMOST_SURE_NONE) << state;
    }
    CU_ASSERT_EQUAL(winning, world->winning);
    const char *path = test_folder_path(&world->place.folder, "e.json");
    if (evidence_write_scheduler(path, &subject, &(struct scheduler_evidence){&world->mdp, goal, &plan},
                                 &world->place.run, &error) != 0) {
        report(world, "not written", error.text);
    } else {
        verify_written(world, path, NULL);
    }
    /* A wrong rank is not written. */
    uint64_t state = draw(world, world->given.states);
    if (world->given.states > 0) {
        rank[state] = rank[state] == ALMOST_SURE_NONE ? 0 : ALMOST_SURE_NONE;
        CU_ASSERT_NOT_EQUAL(evidence_write_scheduler(path, &subject,
                                                     &(struct scheduler_evidence){&world->mdp, goal, &plan},
                                                     &world->place.run, &error),
                            0);
        CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    }
}

/* --- tests --- */

static struct world *open_world(void) {
    struct world *world = calloc(1, sizeof *world);
    workplace_begin(&world->place, UINT64_MAX);
    world->labels = label_table_create(&world->place.memory, 0, NULL, 0);
    return world;
}

static void close_world(struct world *world) {
    report_counts("confirmed", world->confirmed, "changed and refuted", world->refuted,
                  "changed and confirmed", world->changed_confirmed, NULL);
    CU_ASSERT(world->refuted > world->confirmed && world->changed_confirmed > world->confirmed / 20);
    label_table_free(world->labels);
    workplace_end(&world->place);
    free(world);
}

static void run_cases(uint64_t begin, void (*test)(struct world *world)) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    struct world *world = open_world();
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    for (uint64_t k = 0; k < cases; k++) {
        world->random = world->seed = begin + k;
        test(world);
    }
    close_world(world);
}

static void make_mdp(struct world *world) {
    struct random_mdp *random = malloc(sizeof *random);
    random_mdp_make(world->seed, world->seed % 3 == 0 ? 8 : world->seed % 3 == 1 ? 20 : CASE_STATES, random);
    take_mdp(world, random);
    free(random);
}

static void test_mec(struct world *world) {
    make_mdp(world);
    verify_mec(world);
}

static void test_scheduler(struct world *world) {
    static const struct evidence_goal goals[] = {{.text = "a"},
                                                 {.text = "a", .repeatedly = 1},
                                                 {.text = "[ab]", .is_pattern = 1},
                                                 {.text = "[ab]", .is_pattern = 1, .repeatedly = 1},
                                                 {.text = "done", .is_state_label = 1}};
    make_mdp(world);
    verify_scheduler(world, &goals[draw(world, 5)]);
}

static void test_every(struct world *world) {
    static const struct evidence_goal goals[] = {{.text = "a", .every = 1},
                                                 {.text = "[ab]", .is_pattern = 1, .every = 1},
                                                 {.text = "done", .is_state_label = 1, .every = 1}};
    make_mdp(world);
    verify_scheduler(world, &goals[draw(world, 3)]);
}

static void test_sccs(void) {
    run_cases(number_from_environment("HEDDLE_SEED", 1000000), verify_scc);
}

static void test_mecs(void) {
    run_cases(number_from_environment("HEDDLE_SEED", 2000000), test_mec);
}

static void test_schedulers(void) {
    run_cases(number_from_environment("HEDDLE_SEED", 3000000), test_scheduler);
}

static void test_every_scheduler(void) {
    run_cases(number_from_environment("HEDDLE_SEED", 4000000), test_every);
}

void suite_component_evidence(void) {
    suite_add("component_evidence", NULL, NULL, "SCCs of random graphs", test_sccs, "MECs of random MDPs",
              test_mecs, "schedulers of random MDPs", test_schedulers, "every scheduler of random MDPs",
              test_every_scheduler, NULL);
}
