/*
 * What became of labels that processes have and the network has not: small networks, with the whole text; and
 * random ones, in which everything that a walk sees agrees with the text.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "checker/label_origin.h"
#include "checker/property/property.h"
#include "checker/verify/walk.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "frontend/language/language.h"
#include "tests/random/random_network.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 100u
#else
#define DEFAULT_CASES 400u
#endif
#define STEPS 40u
#define MOST_SEEN 200u

enum form { LABEL, PATTERN, GATE };

struct world {
    language_tree *tree;
    struct network *network;
};

static int world_open(struct world *world, const char *path, const struct exp_options *options) {
    world->tree = language_read(path, options, &place.run, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(world->tree);
    world->network = language_compile(world->tree, &place.run, &place.error);
    return world->network != NULL;
}

static void world_close(struct world *world) {
    network_free(&place.memory, world->network);
    language_free(world->tree);
}

/* Returns whether there is a text. */
static int describe(const struct world *world, const char *text, enum form form, char *buffer, size_t size) {
    struct property property = {0};
    struct property_maker maker = {.tree = world->tree, .run = &place.run, .error = &place.error};
    struct label_meant meant = {language_labels(world->tree), text, form == GATE ? NULL : &property};
    CU_ASSERT_FATAL(form == GATE ||
                    property_make_of_label(&maker, PROPERTY_NEVER, text, form == PATTERN, &property) == 0);
    *buffer = '\0';
    int found = label_origin_write(world->network, &meant, &place.run, buffer, size);
    property_free(&property, &place.run);
    return found;
}

/* --- small networks --- */

/* a: put !1, put !2, done; b: put !1, get */
static const struct {
    const char *network, *text;
    enum form form;
    const char *expected;
} forms[] = {
    {"hide get in b end hide", "get", LABEL,
     "; process b has it, and the network hides it: check a network that leaves it visible"},
    {"hide get in b end hide", "got", LABEL, ""},
    {"hide get in b end hide", "get", GATE,
     "; process b has it, and the network hides it: check a network that leaves it visible"},
    {"rename put -> send in a end rename", "put !1", LABEL,
     "; process a has it, which the network renames to 'send !1': write 'send !1'"},
    {"rename put -> send in a end rename", "put", GATE,
     "; process a has 'put !1' and 1 more such label, which the network renames to 'send !1' and 'send !2': "
     "write one of these"},
    {"rename put -> send in a end rename", "pu.*1", PATTERN,
     "; process a has 'put !1', which the network renames to 'send !1': write 'send !1'"},
    {"rename put -> send in a end rename ||| hide put in a ||| b end hide", "put !1", LABEL,
     "; processes a, a#2 and 1 more have it, which the network renames to 'send !1', and hides elsewhere: "
     "write 'send !1'"},
    {"par using get * done -> both in b || a end par", "done", LABEL,
     "; process a has it, which the network renames to 'both': write 'both'"},
    {"par using get * done -> i in b || a end par", "get", LABEL,
     "; process b has it, and the network hides it: check a network that leaves it visible"},
    {"hide get in b |[get]| a end hide", "get", LABEL,
     "; process b has it, but can never take it here: it must synchronise with a label that never comes, or "
     "is cut"},
    {"cut put in b end cut ||| cut put in a end cut", "put.*", PATTERN,
     "; processes b and a have 'put !1' and 1 more such label, but can never take them here: they must "
     "synchronise with a label that never comes, or are cut"},
    {"cut get in b end cut ||| rename get -> got in b end rename", "get", LABEL,
     "; process b#2 has it, which the network renames to 'got': write 'got'"},
};

static void test_forms(void) {
    struct exp_options options = {0};
    test_folder_path(&place.folder, "");
    test_folder_write(&place.folder, "a.aut",
                      "des (0, 3, 3)\n(0, \"put !1\", 1)\n(0, \"put !2\", 2)\n(1, \"done\", 0)\n");
    test_folder_write(&place.folder, "b.aut", "des (0, 2, 2)\n(0, \"put !1\", 1)\n(1, \"get\", 0)\n");
    for (size_t k = 0; k < LENGTH(forms); k++) {
        struct world world;
        char text[640];
        const char *path = test_folder_write(&place.folder, "net.exp", forms[k].network);
        CU_ASSERT_FATAL(world_open(&world, path, &options));
        CU_ASSERT_EQUAL(describe(&world, forms[k].text, forms[k].form, text, sizeof text),
                        *forms[k].expected != '\0');
        CU_ASSERT_STRING_EQUAL(text, forms[k].expected);
        world_close(&world);
    }
}

/* --- random networks --- */

/* A process took part in a transition with this label by one of its own. */
struct seen {
    const char *process, *own, *label;
};

static struct counts { uint64_t networks, labels, hidden, renamed; } counts;

static int has_label(const struct network *network, const char *text) {
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (strcmp(network->labels[i].text, text) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Checks the text for the own label that was seen. */
static void check_seen(const struct world *world, const struct seen *seen) {
    char text[640], expected[256];
    if (has_label(world->network, seen->own)) {
        return;
    }
    int found = describe(world, seen->own, LABEL, text, sizeof text);
    int is_hidden = strcmp(seen->label, "i") == 0;
    snprintf(expected, sizeof expected, "; process %.80s has it", seen->process);
    int right = found && strstr(text, is_hidden ? "hides" : "renames to") != NULL &&
                (strncmp(text, "; process ", strlen("; process ")) != 0 ||
                 strncmp(text, expected, strlen(expected)) == 0);
    snprintf(expected, sizeof expected, "write '%.80s'", seen->label);
    right &= is_hidden || strstr(text, "write '") == NULL || strstr(text, expected) != NULL;
    if (!right) {
        printf("\n  process %s, label %s of a transition %s: %s", seen->process, seen->own, seen->label,
               text);
        CU_FAIL("the text is wrong");
    }
    counts.labels++;
    counts.hidden += is_hidden;
    counts.renamed += !is_hidden;
}

static uint64_t add_seen(struct seen *seen, uint64_t count, const struct seen *one) {
    for (uint64_t i = 0; i < count; i++) {
        if (strcmp(seen[i].own, one->own) == 0 && strcmp(seen[i].label, one->label) == 0) {
            return count;
        }
    }
    seen[count] = *one;
    return count + 1;
}

/* Walks at random, and checks all own labels that are seen in the transitions of the states. */
static void check_walk(const struct world *world, walker *walker, uint64_t random) {
    struct seen seen[MOST_SEEN];
    uint64_t count = 0;
    walk *walk = test_present(walk_create(walker, &place.run, &place.error));
    for (unsigned step = 0; step < STEPS; step++) {
        const struct walker_transition *choices;
        uint64_t choice_count;
        CU_ASSERT_EQUAL_FATAL(walk_choices(walk, &choices, &choice_count, &place.error), 0);
        for (uint64_t i = 0; i < choice_count; i++) {
            for (uint32_t m = 0; m < choices[i].move_count && count < MOST_SEEN; m++) {
                const struct walker_move *move = &choices[i].moves[m];
                const char *own = walker_own_label(walker, &choices[i], move);
                const struct seen one = {walker_name(walker, move->component), own, choices[i].label};
                count = own == NULL ? count : add_seen(seen, count, &one);
            }
        }
        if (walk_take_random(walk, &random, &place.error) != 1) {
            break;
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        check_seen(world, &seen[i]);
    }
    walk_free(walk);
}

static void judge(uint64_t seed) {
    struct random_network random;
    struct world world;
    unsigned failures = CU_get_number_of_failures();
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, place.folder.path, &random), 0);
    if (world_open(&world, random.path, &random.options)) {
        walker *walker = language_walk(world.tree, &place.run, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(walker);
        check_walk(&world, walker, seed);
        walker_free(walker);
        counts.networks++;
    }
    world_close(&world);
    if (CU_get_number_of_failures() > failures) {
        printf("\n  seed %llu (%s)", (unsigned long long)seed, random.path);
    }
}

static void test_random(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES), seed = number_from_environment("HEDDLE_SEED", 58000);
    counts = (struct counts){0};
    test_folder_path(&place.folder, "");
    for (uint64_t k = 0; k < cases; k++) {
        judge(seed + k);
    }
    report_counts("networks", counts.networks, "labels", counts.labels, "hidden", counts.hidden, "renamed",
                  counts.renamed, NULL);
    CU_ASSERT(counts.networks > cases / 2 && counts.hidden > cases / 8 && counts.renamed > cases / 8);
}

/* Without memory there is no text. */
static void test_little_memory(void) {
    struct exp_options options = {0};
    struct world world;
    char text[640];
    struct shortage shortage = {.memory = &place.memory, .step = 1};
    test_folder_path(&place.folder, "");
    test_folder_write(&place.folder, "b.aut", "des (0, 2, 2)\n(0, \"put !1\", 1)\n(1, \"get\", 0)\n");
    const char *path = test_folder_write(&place.folder, "net.exp", "hide get in b end hide");
    CU_ASSERT_FATAL(world_open(&world, path, &options));
    while (shortage_goes_on(&shortage)) {
        struct label_meant meant = {language_labels(world.tree), "get", NULL};
        const int found = label_origin_write(world.network, &meant, &place.run, text, sizeof text);
        CU_ASSERT(found == 1 || found == -1);
        shortage.done = found == 1;
    }
    CU_ASSERT(shortage.failures > 1 && shortage.failures < 100);
    world_close(&world);
}

void suite_label_origin(void) {
    suite_add("label_origin", workplace_open, workplace_close, "small networks", test_forms, "little memory",
              test_little_memory, "random networks", test_random, NULL);
}
