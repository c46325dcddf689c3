/*
 * What a user may mean by a text: every beginning of every label along random walks, against the definition;
 * and lists in windows.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "checker/simulate/choose.h"
#include "checker/simulate/list_view.h"
#include "frontend/exp/walk/semantics.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 150u
#endif
#define STEPS 12u
#define TEXT_BYTES 256

/* --- texts, against the definition --- */

static int begins(const char *label, const char *text) {
    return strncmp(label, text, strlen(text)) == 0;
}

static int has_gate(const char *label, const char *gate) {
    size_t length = strlen(gate);
    return begins(label, gate) && label_text_gate_length(label, strlen(label)) == length;
}

static int is_label(const char *label, const char *text) {
    return strcmp(label, text) == 0;
}

/* The texts for which the relation holds: the choice's label, or the own labels of its processes. */
struct related {
    const walker *walker;
    const char *text;
    int (*relates)(const char *label, const char *text);
    int own;
};

/* The first text of the choice for which the relation holds; NULL if there is none. */
static const char *related_text(const struct related *related, const struct walker_transition *choice) {
    if (!related->own) {
        return related->relates(choice->label, related->text) ? choice->label : NULL;
    }
    for (uint32_t m = 0; m < choice->move_count; m++) {
        const char *own = walker_own_label(related->walker, choice, &choice->moves[m]);
        if (own != NULL && related->relates(own, related->text)) {
            return own;
        }
    }
    return NULL;
}

/* By definition: the most exact way in which the text names choices, which are then all that it names so. */
static struct choose_result define(const walker *walker, const struct walker_transition *choices,
                                   uint64_t choice_count, const char *text, int may_shorten) {
    static const struct {
        int (*relates)(const char *label, const char *text);
        int own, is_exact;
    } ways[] = {[CHOOSE_LABEL] = {is_label, 0, 1},     [CHOOSE_GATE] = {has_gate, 0, 0},
                [CHOOSE_OWN_LABEL] = {is_label, 1, 1}, [CHOOSE_OWN_GATE] = {has_gate, 1, 0},
                [CHOOSE_PREFIX] = {begins, 0, 0},      [CHOOSE_OWN_PREFIX] = {begins, 1, 0}};
    struct choose_result result = {.match = CHOOSE_NONE};
    int most = may_shorten && text[0] != '\0' ? CHOOSE_OWN_PREFIX : CHOOSE_OWN_GATE;
    for (int way = CHOOSE_LABEL; way <= most && result.count == 0; way++) {
        const struct related related = {walker, text, ways[way].relates, ways[way].own};
        const char *first = NULL;
        int differ = 0;
        for (uint64_t i = 0; i < choice_count; i++) {
            const char *found = related_text(&related, &choices[i]);
            if (found != NULL) {
                result.first = result.count++ == 0 ? i : result.first;
                differ |= first != NULL && strcmp(found, first) != 0;
                first = first == NULL ? found : first;
            }
        }
        result.match = result.count == 0               ? CHOOSE_NONE
                       : differ && !ways[way].is_exact ? CHOOSE_SEVERAL
                                                       : (enum choose_match)way;
    }
    return result;
}

static void compare(walk *walk, const label_table *labels, const char *text, int may_shorten,
                    uint64_t *matches) {
    const struct walker_transition *choices;
    uint64_t choice_count;
    struct error error;
    struct choose_result found;
    CU_ASSERT_EQUAL_FATAL(choose_find(walk, labels, text, may_shorten, &found, &error), 0);
    CU_ASSERT_EQUAL_FATAL(walk_choices(walk, &choices, &choice_count, &error), 0);
    struct choose_result expected = define(walk_walker(walk), choices, choice_count, text, may_shorten);
    CU_ASSERT_EQUAL(found.match, expected.match);
    CU_ASSERT_EQUAL(found.count, expected.count);
    CU_ASSERT(found.count == 0 || found.first == expected.first);
    matches[found.match]++;
}

/* All beginnings of a label. */
static void compare_beginnings(walk *walk, const label_table *labels, const char *label, uint64_t *matches) {
    char text[TEXT_BYTES];
    for (size_t length = 0; length <= strlen(label) && length < sizeof text; length++) {
        memcpy(text, label, length);
        text[length] = '\0';
        if (strcmp(text, "tau") != 0) { /* a name of `i` */
            compare(walk, labels, text, 1, matches);
            compare(walk, labels, text, 0, matches);
        }
    }
}

/* All labels of the network and of its processes, whether they are possible here or not. */
static void compare_all(walk *walk, const walker *walker, const label_table *labels, uint64_t *matches) {
    for (uint32_t i = 0; i < walker_label_count(walker); i++) {
        compare_beginnings(walk, labels, walker_label(walker, i), matches);
    }
    for (uint32_t k = 0; k < walker_components(walker); k++) {
        const struct lts *lts = semantics_lts(walker, k);
        for (uint32_t i = 0; i < lts->label_count; i++) {
            compare_beginnings(walk, labels, label_text(labels, lts->labels[i]), matches);
        }
    }
}

static void check_network(const struct random_network *network, void *matches) {
    uint64_t random = network->seed;
    exp_tree *tree = exp_tree_read(network->path, &network->options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    walker *walker = semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                                      &place.run, &place.error);
    walk *walk = walker == NULL ? NULL : walk_create(walker, &place.run, &place.error);
    if (walk != NULL && !network->options.ignore_case && network->options.internal_count == 0) {
        for (unsigned i = 0; i < STEPS; i++) {
            compare_all(walk, walker, exp_tree_labels(tree), matches);
            if (walk_take_random(walk, &random, &place.error) != 1) {
                break;
            }
        }
    }
    walk_free(walk);
    walker_free(walker);
    exp_tree_free(tree);
}

static void test_random_networks(void) {
    uint64_t matches[CHOOSE_SEVERAL + 1] = {0};
    uint64_t cases = drawn_networks_check(DEFAULT_CASES, 4242, check_network, matches);
    for (int match = CHOOSE_NONE; match <= CHOOSE_SEVERAL; match++) {
        CU_ASSERT(matches[match] >= cases / 2);
    }
}

/* Case that does not matter, names of the internal action. */
static void test_names(void) {
    static const struct {
        const char *text;
        enum choose_match match;
        const char *label; /* NULL: none or several */
    } cases[] = {
        {"send !1", CHOOSE_LABEL, "SEND !1"}, {"Send", CHOOSE_GATE, "SEND !1"},
        {"se", CHOOSE_PREFIX, "SEND !1"},     {"r", CHOOSE_SEVERAL, NULL},
        {"tau", CHOOSE_LABEL, "i"},           {"hidden", CHOOSE_LABEL, "i"},
        {"hid", CHOOSE_NONE, NULL},           {"", CHOOSE_NONE, NULL},
    };
    const char *const internal[] = {"hidden"};
    struct exp_options options = {.ignore_case = 1, .internal = internal, .internal_count = 1};
    const char *path =
        test_folder_write(&place.folder, "x.aut",
                          "des (0, 4, 2)\n(0, send !1, 1)\n(0, recv !1, 1)\n(0, Recv !2, 1)\n(0, tau, 1)\n");
    exp_tree *tree = exp_tree_read(path, &options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    walker *walker = semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree),
                                      &place.run, &place.error);
    walk *walk = walk_create(walker, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(walk);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct walker_transition *choices;
        struct choose_result found;
        uint64_t choice_count;
        CU_ASSERT_EQUAL(choose_find(walk, exp_tree_labels(tree), cases[i].text, 1, &found, &place.error), 0);
        CU_ASSERT_EQUAL(walk_choices(walk, &choices, &choice_count, &place.error), 0);
        CU_ASSERT_EQUAL(found.match, cases[i].match);
        CU_ASSERT(cases[i].label == NULL || strcmp(choices[found.first].label, cases[i].label) == 0);
    }
    walk_free(walk);
    walker_free(walker);
    exp_tree_free(tree);
}

/* --- lists --- */

/* The selected item is there and visible, and the window is as full as it can be. */
static void check_view(const struct list_view *view) {
    CU_ASSERT(view->count == 0 ? view->selected == 0 : view->selected < view->count);
    CU_ASSERT(view->rows == 0 || (view->top <= view->selected && view->selected - view->top < view->rows));
    CU_ASSERT(view->top == 0 || view->top + view->rows <= view->count);
}

static void test_views(void) {
    struct list_view view = {0};
    uint64_t random = number_from_environment("HEDDLE_SEED", 1);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t item = random_draw(&random, 40), before = view.selected;
        switch (random_draw(&random, 4)) {
        case 0:
            list_view_resize(&view, random_draw(&random, 5) == 0 ? 0 : random_draw(&random, 30),
                             random_draw(&random, 12));
            CU_ASSERT(view.selected == (before < view.count ? before : view.count == 0 ? 0 : view.count - 1));
            break;
        case 1:
            list_view_select(&view, item);
            CU_ASSERT(view.selected == item || (item >= view.count && view.selected + 1 >= view.count));
            break;
        case 2:
            list_view_move(&view, (int64_t)item);
            CU_ASSERT(view.selected == before + item || view.selected + 1 == view.count || view.count == 0);
            break;
        default:
            list_view_move(&view, -(int64_t)item);
            CU_ASSERT_EQUAL(view.selected, before < item ? 0 : before - item);
        }
        check_view(&view);
    }
    list_view_resize(&view, UINT64_MAX, 10);
    list_view_move(&view, INT64_MAX);
    list_view_move(&view, INT64_MAX);
    list_view_move(&view, INT64_MAX);
    CU_ASSERT_EQUAL(view.selected, UINT64_MAX - 1);
    list_view_move(&view, INT64_MIN);
    CU_ASSERT_EQUAL(view.selected, UINT64_MAX - 1 - ((uint64_t)1 << 63));
}

static int is_marked(const void *context, uint64_t item) {
    return ((const char *)context)[item] == 'x';
}

static void test_search(void) {
    static const struct {
        const char *marks;
        uint64_t from;
        int backwards, at_selected;
        uint64_t found; /* UINT64_MAX: none */
    } cases[] = {
        {"..x..x..", 0, 0, 0, 2},  {"..x..x..", 2, 0, 0, 5},     {"..x..x..", 2, 0, 1, 2},
        {"..x..x..", 6, 0, 0, 2},  {"..x..x..", 2, 1, 0, 5},     {"..x..x..", 5, 1, 0, 2},
        {"..x..x..", 5, 1, 1, 5},  {"..x..x..", 0, 1, 1, 5},     {"...x", 3, 0, 0, 3},
        {"x", 0, 1, 0, 0},         {"...", 1, 0, 0, UINT64_MAX}, {"", 0, 0, 1, UINT64_MAX},
        {"", 0, 1, 0, UINT64_MAX},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct list_view view = {0};
        list_view_resize(&view, strlen(cases[i].marks), 3);
        list_view_select(&view, cases[i].from);
        int found =
            list_view_search(&view, is_marked, cases[i].marks, cases[i].backwards, cases[i].at_selected);
        CU_ASSERT_EQUAL(found, cases[i].found != UINT64_MAX);
        CU_ASSERT_EQUAL(view.selected, found ? cases[i].found : cases[i].from);
        check_view(&view);
    }
}

void suite_choose(void) {
    suite_add("choices by name", workplace_open, workplace_close, "random networks", test_random_networks,
              "case and internal names", test_names, "lists in windows", test_views, "searching in lists",
              test_search, NULL);
}
