/*
 * Networks as MDPs: the conversion of explored graphs against one written from the rules of formats (section
 * 5) over the syntax tree, which has neither numbers of labels nor choices, but says which process moves.
 */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics.h"
#include "model/digraph_core.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/search/explore.h"
#include "explorer/graph/graph.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "base/text/ratio.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define CASES 300
#define OTHER_CASES 100
#else
#define CASES 3000
#define OTHER_CASES 600
#endif
#define MOST_STATES 800u
#define MOST_CHOICES 4096u

/* --- the naive conversion --- */

struct naive_choice {
    char name[160]; /* "" for none */
    uint32_t component;
    enum label_kind kind;
    const char *label[64]; /* [edge]: its label */
    uint32_t target[64], edges;
};

struct naive {
    walker *walker;
    const label_table *labels;
    const struct oracle_graph *graph;
    int keep_races;
    struct naive_choice *choices; /* choices of one state */
    uint32_t count;
    uint8_t *reached;
    uint32_t wrong; /* the least reachable state with wrong probabilities; UINT32_MAX */
    int too_large;
};

static uint32_t find_state(const struct naive *naive, const uint32_t *tuple) {
    const struct oracle_graph *graph = naive->graph;
    for (uint32_t state = 0; state < graph->states; state++) {
        if (memcmp(graph->tuples + (uint64_t)state * graph->leaves, tuple, graph->leaves * sizeof *tuple) ==
            0) {
            return state;
        }
    }
    abort();
}

/* The choice that the transition belongs to, new or begun. */
static struct naive_choice *choice_of(struct naive *naive, enum label_kind kind, const char *name,
                                      uint32_t component) {
    for (uint32_t i = 0; i < naive->count; i++) {
        struct naive_choice *choice = &naive->choices[i];
        if (choice->kind == kind &&
            (kind == LABEL_RATE ||
             (kind == LABEL_PROB && choice->component == component && strcmp(choice->name, name) == 0))) {
            return choice;
        }
    }
    if (naive->count == MOST_CHOICES) {
        naive->too_large = 1;
        return &naive->choices[0];
    }
    struct naive_choice *choice = &naive->choices[naive->count++];
    choice->kind = kind;
    choice->component = component;
    choice->edges = 0;
    snprintf(choice->name, sizeof choice->name, "%s", name);
    return choice;
}

static void add_edge(struct naive *naive, struct naive_choice *choice, const char *label, uint32_t target) {
    for (uint32_t i = 0; i < choice->edges; i++) {
        if (choice->target[i] == target && choice->label[i] == label) {
            return;
        }
    }
    if (choice->edges == 64) {
        naive->too_large = 1;
        return;
    }
    choice->label[choice->edges] = label;
    choice->target[choice->edges++] = target;
}

static void take(struct naive *naive, const struct walker_transition *transition, uint32_t target) {
    size_t length = strlen(transition->label);
    enum label_kind kind = label_text_kind(naive->labels, transition->label, length);
    char name[160];
    size_t action = kind == LABEL_PROB || kind == LABEL_RATE
                        ? label_text_action_length(naive->labels, transition->label, length)
                        : length;
    if (label_text_action_is_internal(naive->labels, transition->label, length)) {
        strcpy(name, "i");
    } else {
        snprintf(name, sizeof name, "%.*s", (int)action, transition->label);
    }
    uint32_t before = naive->count;
    struct naive_choice *choice = choice_of(naive, kind, name, transition->moves[0].component);
    if (kind == LABEL_RATE && strcmp(choice->name, name) != 0) {
        choice->name[0] = '\0'; /* a race of different labels */
    }
    add_edge(naive, choice, transition->label, target);
    if (kind == LABEL_PLAIN || kind == LABEL_INTERNAL) { /* the same twice is one */
        for (uint32_t i = 0; i < before; i++) {
            const struct naive_choice *other = &naive->choices[i];
            if (other->kind == kind && other->label[0] == transition->label && other->target[0] == target) {
                naive->count = before;
            }
        }
    }
}

static double value_of(const char *label) {
    const char *at = strrchr(label, ';');
    at = at == NULL ? label : at + 1;
    at += strcspn(at, "0123456789.");
    long double value = 0;
    ratio_parse(at, strlen(at), &value);
    return (double)value;
}

static int is_wrong(const struct naive_choice *choice) {
    double sum = 0;
    int wrong = 0;
    for (uint32_t i = 0; i < choice->edges; i++) {
        if (choice->kind == LABEL_PROB || choice->kind == LABEL_RATE) {
            sum += value_of(choice->label[i]);
            wrong |= !(value_of(choice->label[i]) > 0);
        }
    }
    return wrong || (choice->kind == LABEL_PROB && fabs(sum - 1) > 1e-6);
}

/* The choices of the state, by the rules. */
static void make_choices(struct naive *naive, uint32_t state) {
    const struct walker_transition *transitions;
    struct error error;
    uint64_t count;
    const uint32_t *tuple = naive->graph->tuples + (uint64_t)state * naive->graph->leaves;
    uint32_t next[64];
    if (walker_transitions(naive->walker, tuple, &transitions, &count, &error) != 0) {
        abort();
    }
    int internal = 0;
    for (uint64_t t = 0; t < count; t++) {
        internal |= strcmp(transitions[t].label, "i") == 0;
    }
    naive->count = 0;
    for (uint64_t t = 0; t < count; t++) {
        size_t length = strlen(transitions[t].label);
        int rate = label_text_kind(naive->labels, transitions[t].label, length) == LABEL_RATE;
        if (rate && internal && !naive->keep_races) {
            continue;
        }
        walker_target(naive->walker, tuple, &transitions[t], next);
        take(naive, &transitions[t], find_state(naive, next));
    }
}

/* Marks the states that the initial state reaches. */
static void reach(struct naive *naive) {
    naive->reached[0] = 1;
    naive->wrong = UINT32_MAX;
    for (int more = 1; more;) {
        more = 0;
        for (uint32_t state = 0; state < naive->graph->states; state++) {
            if (naive->reached[state] != 1) {
                continue;
            }
            more = 1;
            naive->reached[state] = 2;
            make_choices(naive, state);
            for (uint32_t i = 0; i < naive->count; i++) {
                for (uint32_t k = 0; k < naive->choices[i].edges; k++) {
                    uint8_t *reached = &naive->reached[naive->choices[i].target[k]];
                    *reached = *reached == 0 ? 1 : *reached;
                }
                if (is_wrong(&naive->choices[i]) && state < naive->wrong) {
                    naive->wrong = state;
                }
            }
        }
    }
}

/* --- comparing --- */

struct shown {
    char name[160];
    uint32_t targets[64], count;
    double probability[64];
};

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static int compare_shown(const void *a, const void *b) {
    const struct shown *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order == 0) {
        order = memcmp(x->targets, y->targets, sizeof x->targets);
    }
    return order;
}

/* Those that are the same otherwise by their probabilities, up to what rounding does. */
static int compare_weighted(const void *a, const void *b) {
    const struct shown *x = a, *y = b;
    int order = compare_shown(x, y);
    for (uint32_t i = 0; order == 0 && i < x->count; i++) {
        double more = x->probability[i] - y->probability[i];
        order = more > 1e-9 ? 1 : more < -1e-9 ? -1 : 0;
    }
    return order;
}

/* The sum of all labels `prob P` of the choice that lead there. */
static double naive_probability(const struct naive *naive, const struct naive_choice *choice,
                                uint32_t target) {
    double sum = 0;
    for (uint32_t i = 0; i < choice->edges; i++) {
        const char *label = choice->label[i];
        if (choice->target[i] == target) {
            int is_prob = label_text_kind(naive->labels, label, strlen(label)) == LABEL_PROB;
            sum += is_prob ? value_of(label) : 1;
        }
    }
    return sum;
}

/* The naive choices as sets. */
static void show_naive(const struct naive *naive, struct shown *shown) {
    for (uint32_t i = 0; i < naive->count; i++) {
        const struct naive_choice *choice = &naive->choices[i];
        uint32_t sorted[64], kept = 0;
        memset(&shown[i], 0, sizeof *shown);
        strcpy(shown[i].name, choice->name);
        memcpy(sorted, choice->target, choice->edges * sizeof *sorted);
        qsort(sorted, choice->edges, sizeof *sorted, compare_numbers);
        for (uint32_t k = 0; k < choice->edges; k++) {
            if (kept == 0 || shown[i].targets[kept - 1] != sorted[k]) {
                shown[i].probability[kept] = naive_probability(naive, choice, sorted[k]);
                shown[i].targets[kept++] = sorted[k];
            }
        }
        shown[i].count = kept;
    }
    qsort(shown, naive->count, sizeof *shown, compare_weighted);
}

/* How many choices the state has, or -1 when a choice is not as mdp.h promises. */
static int64_t show_mdp(const struct mdp *mdp, uint64_t state, struct shown *shown) {
    struct digraph graph = mdp_digraph(mdp);
    int64_t count = 0;
    for (uint64_t edge = mdp->offsets[state]; edge < mdp->offsets[state + 1]; edge++) {
        uint32_t label = mdp->labels == NULL ? MDP_NO_LABEL : mdp->labels[edge];
        const char *name = label == MDP_NO_LABEL ? "" : mdp->label_text[label];
        if (digraph_begins(&graph, edge)) {
            memset(&shown[count], 0, sizeof *shown);
            snprintf(shown[count++].name, sizeof shown->name, "%s", name);
        } else if (edge == mdp->offsets[state] || mdp->targets[edge - 1] >= mdp->targets[edge] ||
                   strcmp(shown[count - 1].name, name) != 0 || shown[count - 1].count == 64) {
            return -1;
        }
        struct shown *last = &shown[count - 1];
        last->probability[last->count] = mdp->probabilities == NULL ? 0 : mdp->probabilities[edge];
        last->targets[last->count++] = mdp->targets[edge];
    }
    qsort(shown, (size_t)count, sizeof *shown, compare_weighted);
    return count;
}

static const char *difference(struct naive *naive, const struct mdp *mdp) {
    static struct shown expected[MOST_CHOICES], found[MOST_CHOICES];
    uint64_t reachable = 0, edges = 0, choices = 0;
    if (mdp->states != naive->graph->states || mdp->initial != 0 || mdp->offsets[mdp->states] != mdp->edges) {
        return "states";
    }
    for (uint32_t state = 0; state < mdp->states; state++) {
        int reached = naive->reached[state] != 0;
        naive->count = 0;
        if (reached) {
            make_choices(naive, state);
        }
        show_naive(naive, expected);
        if (show_mdp(mdp, state, found) != (int64_t)naive->count) {
            return "the number of choices";
        }
        for (uint32_t i = 0; i < naive->count; i++) {
            if (compare_shown(&expected[i], &found[i]) != 0) {
                return "choices";
            }
            for (uint32_t k = 0; k < found[i].count && mdp->probabilities != NULL; k++) {
                if (!(fabs(expected[i].probability[k] - found[i].probability[k]) < 1e-12)) {
                    return "probabilities";
                }
            }
            edges += expected[i].count;
        }
        if (reached != (mdp->reachable == NULL || bitmap_has(mdp->reachable, state))) {
            return "what is reachable";
        }
        choices += naive->count;
        reachable += (uint64_t)reached;
    }
    if (mdp->reachable_states != reachable || (mdp->reachable == NULL) != (reachable == mdp->states)) {
        return "the number of reachable states";
    }
    return mdp->edges != edges || mdp->choices != choices ? "counts" : NULL;
}

static int same_bytes(const void *a, const void *b, uint64_t bytes) {
    return a == NULL || b == NULL ? a == b : bytes == 0 || memcmp(a, b, bytes) == 0;
}

/* Whatever the number of threads, the MDP is the same. */
static int same_mdp(const struct mdp *a, const struct mdp *b) {
    return a->states == b->states && a->edges == b->edges && a->choices == b->choices &&
           same_bytes(a->offsets, b->offsets, (a->states + 1) * sizeof *a->offsets) &&
           same_bytes(a->targets, b->targets, a->edges * sizeof *a->targets) &&
           same_bytes(a->labels, b->labels, a->edges * sizeof *a->labels) &&
           same_bytes(a->begins, b->begins, bitmap_words(a->edges) * sizeof *a->begins) &&
           same_bytes(a->reachable, b->reachable, bitmap_words(a->states) * sizeof *a->reachable);
}

/* --- a network --- */

struct totals {
    uint64_t compared, wrong, joined, cut_off, given_up, kept;
};

static struct graph *explore(const struct network *network, const struct run *run, struct error *error) {
    struct model_options model_options = {0};
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct graph *graph = NULL;
    model *model = model_compile(network, &model_options, run, error);
    struct exploration *exploration = model == NULL ? NULL : explore_cpu(model, &options, run, error);
    if (exploration != NULL && exploration->result.outcome == EXPLORE_DONE) {
        graph = graph_build_cpu(exploration, NULL, run, error);
    }
    exploration_free(exploration);
    model_free(model);
    return graph;
}

/* The MDP that is kept for writing is the same, with probabilities unless there are rates. */
static const char *compare_kept(struct naive *naive, const struct graph *graph, const struct network *network,
                                const struct mdp *mdp, const struct run *run, struct totals *totals) {
    struct error error = {.code = ERROR_NONE};
    int rates = 0;
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        rates |= network->labels[graph->labels[edge]].kind == LABEL_RATE;
    }
    struct mdp *kept = mdp_from_graph_to_write(graph, NULL, network, 0, run, &error);
    const char *what =
        rates ? kept != NULL || strstr(error.text, "is a rate") == NULL ? "rates that are written" : NULL
        : kept == NULL || !same_mdp(kept, mdp)                    ? "what is to be written"
        : (kept->probabilities == NULL) != (kept->begins == NULL) ? "probabilities"
                                                                  : difference(naive, kept);
    totals->kept += kept != NULL && kept->probabilities != NULL;
    mdp_free(kept);
    return what;
}

static const char *compare(struct naive *naive, const struct graph *graph, const struct network *network,
                           struct memory *memory, struct totals *totals) {
    struct run one = {.memory = memory, .threads = 1}, three = {.memory = memory, .threads = 3};
    struct error error = {.code = ERROR_NONE};
    memset(naive->reached, 0, naive->graph->states);
    reach(naive);
    struct mdp *mdp = mdp_from_graph(graph, network, naive->keep_races, &one, &error);
    struct mdp *other = mdp_from_graph(graph, network, naive->keep_races, &three, &error);
    const char *what = NULL;
    char state[40];
    snprintf(state, sizeof state, "state %u:", naive->wrong);
    if (naive->too_large) {
        totals->given_up++;
    } else if (naive->wrong != UINT32_MAX) {
        totals->wrong++;
        what = mdp != NULL || other != NULL || error.code != ERROR_INPUT ||
                       strncmp(error.text, state, strlen(state)) != 0
                   ? "wrong probabilities"
                   : NULL;
    } else if (mdp == NULL || other == NULL) {
        what = "an MDP where there is none";
    } else {
        totals->compared++;
        totals->joined += mdp->begins != NULL;
        totals->cut_off += mdp->reachable != NULL;
        what = !same_mdp(mdp, other) ? "threads" : difference(naive, mdp);
        what = what != NULL ? what : compare_kept(naive, graph, network, mdp, &three, totals);
    }
    mdp_free(mdp);
    mdp_free(other);
    return what;
}

/* 0 when something differs. */
static int compare_file(const char *path, const struct exp_options *options, struct totals *totals,
                        char *message, size_t size) {
    struct memory memory;
    memory_init(&memory, (uint64_t)2 << 30);
    struct run run = {.memory = &memory, .threads = 1};
    struct error error = {.code = ERROR_NONE};
    const char *what = NULL;
    exp_tree *tree = exp_tree_read(path, options, &run, &error);
    if (tree == NULL) {
        snprintf(message, size, "%s", error.text);
        return 0;
    }
    struct oracle_graph *oracle = oracle_explore(tree, MOST_STATES);
    if (oracle->outcome != ORACLE_DONE || oracle->states > MOST_STATES || oracle->leaves > 64) {
        totals->given_up++;
    } else {
        struct network *network = network_compose(tree, &run, &error);
        struct graph *graph = network == NULL ? NULL : explore(network, &run, &error);
        struct naive naive = {.labels = exp_tree_labels(tree), .graph = oracle};
        naive.walker = semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                                        &run, &error);
        naive.reached = calloc(oracle->states, 1);
        naive.choices = calloc(MOST_CHOICES, sizeof *naive.choices);
        what = graph == NULL || naive.walker == NULL ? "no graph" : NULL;
        for (; what == NULL && naive.keep_races < 2; naive.keep_races++) {
            what = compare(&naive, graph, network, &memory, totals);
        }
        free(naive.choices);
        free(naive.reached);
        walker_free(naive.walker);
        graph_free(graph);
        network_free(&memory, network);
    }
    oracle_free(oracle);
    exp_tree_free(tree);
    what = what == NULL && memory_used(&memory) != 0 ? "memory at the end" : what;
    snprintf(message, size, "%s", what == NULL ? "" : what);
    return what == NULL;
}

/* --- random networks with correct probabilities --- */

struct writer {
    uint64_t random;
    struct test_folder *folder;
    int breaks; /* some sums are wrong */
};

static uint32_t below(struct writer *writer, uint32_t bound) {
    return (uint32_t)(random_next(&writer->random) % bound);
}

struct moves {
    char text[16384];
    size_t length;
    uint32_t count;
};

static void write_move(struct moves *moves, uint32_t from, const char *label, uint32_t to) {
    moves->length += (size_t)snprintf(moves->text + moves->length, sizeof moves->text - moves->length,
                                      "(%u, \"%s\", %u)\n", from, label, to);
    moves->count++;
}

/* One distribution: each target once, so that no two moves are the same. */
static void write_distribution(struct writer *writer, struct moves *moves, uint32_t from, uint32_t states,
                               const char *action) {
    uint32_t weights[8] = {0}, sum = 0, targets = 1 + below(writer, 3);
    char label[80];
    for (uint32_t i = 0; i < targets; i++) {
        uint32_t weight = 1 + below(writer, 3);
        weights[below(writer, states)] += weight;
        sum += weight;
    }
    uint32_t said = writer->breaks && below(writer, 4) == 0 ? sum + 1 : sum;
    for (uint32_t to = 0; to < states; to++) {
        if (weights[to] > 0) {
            if (below(writer, 2)) {
                snprintf(label, sizeof label, "%s%sprob %u/%u", action, *action == '\0' ? "" : "; ",
                         weights[to], said);
            } else {
                snprintf(label, sizeof label, "%s%sprob %.9f", action, *action == '\0' ? "" : " ; ",
                         (double)weights[to] / said);
            }
            write_move(moves, from, label, to);
        }
    }
}

static void write_component(struct writer *writer, const char *name) {
    static const char *const plain[] = {"a", "b", "c !1", "i", "i", "a !2"};
    static const char *const rates[] = {"rate 1", "rate 2.5", "d; rate 1/3", "d; rate 2", "e; rate 1"};
    static const char *const actions[] = {"", "f", "g !1"};
    struct moves moves = {.length = 0};
    uint32_t states = 2 + below(writer, 4), kinds = below(writer, 8);
    for (uint32_t state = 0; state < states; state++) {
        for (uint32_t i = below(writer, 3); i > 0; i--) {
            write_move(&moves, state, plain[below(writer, 6)], below(writer, states));
        }
        for (uint32_t i = kinds & 1 ? below(writer, 3) : 0; i > 0; i--) {
            write_move(&moves, state, rates[below(writer, 5)], below(writer, states));
        }
        for (uint32_t i = 0; i < 3 && (kinds & 2); i++) {
            if (below(writer, 4) == 0) {
                write_distribution(writer, &moves, state, states, actions[i]);
            }
        }
    }
    static char text[sizeof moves.text + 64];
    snprintf(text, sizeof text, "des (0, %u, %u)\n%s", moves.count, states, moves.text);
    test_folder_write(writer->folder, name, text);
}

static const char *write_network(struct writer *writer) {
    static const char *const frames[] = {
        "%s",
        "hide a in %s end hide",
        "total hide \"prob.*\", \"d.*\" in %s end hide",
        "hide c, f in %s end hide",
        "gate rename \"f\" -> \"h\", \"d\" -> \"j\" in %s end rename",
        "total cut \"b\" in %s end cut",
        "prio \"a.*\" > \"b\" > \"f.*\" in %s end prio",
        "prio \"i\" > \"rate.*\" in %s end prio",
    };
    static const char *const operators[] = {"|||", "|[a]|", "||", "|[a, b, c]|"};
    char text[1024] = "c0.aut", framed[1024];
    uint32_t components = 1 + below(writer, 3);
    for (uint32_t i = 0; i < components; i++) {
        char name[32];
        snprintf(name, sizeof name, "c%u.aut", i);
        write_component(writer, name);
        if (i > 0) {
            char wider[1024];
            snprintf(wider, sizeof wider, "(%.900s %s %s)", text, operators[below(writer, 4)], name);
            strcpy(text, wider);
        }
        if (below(writer, 2)) {
            snprintf(framed, sizeof framed, frames[below(writer, 8)], text);
            strcpy(text, framed);
        }
    }
    return test_folder_write(writer->folder, "main.exp", text);
}

static void test_right(void) {
    uint64_t cases = number_of_cases(CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 31337);
    struct totals totals = {0};
    struct exp_options options = {0};
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        struct writer writer = {.random = seed + i, .folder = &place.folder};
        char message[1100];
        writer.breaks = below(&writer, 5) == 0;
        right = compare_file(write_network(&writer), &options, &totals, message, sizeof message);
        if (!right) {
            fprintf(stderr, "seed %llu: %s (%s)\n", (unsigned long long)(seed + i), message,
                    place.folder.path);
        }
    }
    CU_ASSERT(right);
    printf(
        "\n    %llu compared, %llu with choices of several edges, %llu with states cut off, %llu wrong, %llu "
        "given up ",
        (unsigned long long)totals.compared, (unsigned long long)totals.joined,
        (unsigned long long)totals.cut_off, (unsigned long long)totals.wrong,
        (unsigned long long)totals.given_up);
    if (right && cases >= 200) {
        CU_ASSERT(totals.compared >= cases && totals.joined >= cases / 4 && totals.kept >= cases / 20);
        CU_ASSERT(totals.cut_off >= cases / 50 && totals.wrong >= cases / 50);
    }
    if (right) {
    }
}

/* Networks of any operators, with arbitrary probabilities, most of them wrong. */
static void test_any(void) {
    uint64_t cases = number_of_cases(OTHER_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 90210);
    struct totals totals = {0};
    int right = 1;
    for (uint64_t i = 0; i < cases && right; i++) {
        struct random_network network;
        char message[1100];
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed + i, place.folder.path, &network), 0);
        right = compare_file(network.path, &network.options, &totals, message, sizeof message);
        if (!right) {
            fprintf(stderr, "seed %llu: %s (%s)\n", (unsigned long long)(seed + i), message,
                    place.folder.path);
        }
    }
    CU_ASSERT(right);
    if (right && cases >= 200) {
        CU_ASSERT(totals.compared >= cases / 3 && totals.wrong >= cases / 50);
    }
    if (right) {
    }
}

/* --- by hand --- */

static struct mdp *convert(const char *path, int keep_races, struct memory *memory, struct error *error) {
    struct run run = {.memory = memory, .threads = 1};
    struct exp_options options = {0};
    exp_tree *tree = exp_tree_read(path, &options, &run, error);
    struct network *network = tree == NULL ? NULL : network_compose(tree, &run, error);
    struct graph *graph = network == NULL ? NULL : explore(network, &run, error);
    struct mdp *mdp = graph == NULL ? NULL : mdp_from_graph(graph, network, keep_races, &run, error);
    graph_free(graph);
    network_free(memory, network);
    exp_tree_free(tree);
    return mdp;
}

/* A network of one file with mCRL2's distributions, its label hidden: each transition stays one choice. */
static void test_distributions(void) {
    test_folder_write(&place.folder, "p.aut", "des (0,3,4)\n(0,a,1 1/2 2)\n(0,a,2 1/2 3)\n(1,b,0)\n");
    struct mdp *mdp = convert(test_folder_write(&place.folder, "p.exp", "hide a in p.aut end hide"), 0,
                              &place.memory, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    CU_ASSERT(mdp->states == 4 && mdp->choices == 3 && mdp->edges == 5);
    CU_ASSERT(mdp->targets[0] == 1 && mdp->targets[1] == 2 && mdp->targets[2] == 2 && mdp->targets[3] == 3);
    CU_ASSERT(mdp->begins != NULL && mdp->begins[0] == 0x15);
    CU_ASSERT_STRING_EQUAL(mdp->label_text[mdp->labels[0]], "i");
    mdp_free(mdp);
}

/* Messages name the state, L and the sum; states that maximal progress cuts off have none. */
static void test_messages(void) {
    static const char file[] =
        "des (0,4,5)\n(0,i,1)\n(0,rate 1,2)\n(2,\"a; prob 0.5\",3)\n(2,a; prob 0.25,4)\n";
    struct error error = {.code = ERROR_NONE};
    const char *path = test_folder_write(&place.folder, "x.aut", file);
    CU_ASSERT_PTR_NULL(convert(path, 1, &place.memory, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    CU_ASSERT_STRING_EQUAL(error.text, "state 2: the probabilities of 'a' sum to 0.75, not to 1");
    struct mdp *mdp = convert(path, 0, &place.memory, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    CU_ASSERT(mdp->states == 5 && mdp->choices == 1 && mdp->edges == 1 && mdp->reachable_states == 2);
    CU_ASSERT(mdp->reachable != NULL && mdp->reachable[0] == 0x3);
    mdp_free(mdp);
}

/* A ring so large that threads share the levels and the rows; and a stop flag. */
static void test_large(void) {
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    memory_init(&memory, (uint64_t)1 << 30);
    char ring[1024] = "des (0,17,16)\n(3,rate 1,7)\n";
    for (uint32_t s = 0; s < 16; s++) {
        text_append(ring, sizeof ring, s % 4 == 0 ? "(%u,i,%u)\n" : "(%u,prob 1,%u)\n", s, (s + 1) % 16);
    }
    test_folder_write(&place.folder, "r.aut", ring);
    const char *path = test_folder_write(&place.folder, "r.exp", "r.aut ||| r.aut ||| r.aut ||| r.aut");
    struct run run = {.memory = &memory, .threads = 4};
    struct exp_options options = {0};
    exp_tree *tree = exp_tree_read(path, &options, &run, &error);
    struct network *network = network_compose(tree, &run, &error);
    struct graph *graph = explore(network, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    struct mdp *mdp = mdp_from_graph(graph, network, 0, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    /* Each of the four moves in every state; a race where one or more are in state 3 and none in 0, 4, 8, 12.
     */
    uint64_t races = 12 * 12 * 12 * 12 - 11 * 11 * 11 * 11;
    CU_ASSERT(mdp->states == 65536 && mdp->reachable == NULL);
    CU_ASSERT_EQUAL(mdp->choices, 4 * 65536 + races);
    CU_ASSERT_EQUAL(mdp->edges, 4 * 65536 + 4 * 12 * 12 * 12);
    mdp_free(mdp);
    int stop = 1;
    run.stop = &stop;
    CU_ASSERT_PTR_NULL(mdp_from_graph(graph, network, 0, &run, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    run.stop = NULL;
    /* Too little memory, at every step of the way. */
    uint64_t had = memory_used(&memory);
    for (uint64_t more = 0; more < 3000000; more += 100000) {
        memory.limit = had + more;
        mdp = mdp_from_graph(graph, network, 0, &run, &error);
        CU_ASSERT(mdp != NULL || error.code == ERROR_MEMORY);
        mdp_free(mdp);
        CU_ASSERT_EQUAL(memory_used(&memory), had);
    }
    graph_free(graph);
    network_free(&memory, network);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

void suite_mdp_network(void) {
    suite_add("mdp_network", workplace_open, workplace_close, "random networks of probabilities and rates",
              test_right, "random networks of any operators", test_any, "distributions", test_distributions,
              "what is wrong is said, where it counts", test_messages, "large, interrupted, without memory",
              test_large, NULL);
}
