/* AUT graphs: random ones against naive oracles, what reading costs, and how it is watched and stopped. */
#include "base/array.h"
#include "tests/support/aut_reading.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

/* --- random graphs --- */

struct random {
    uint64_t state;
};

static uint32_t draw(struct random *random, uint32_t below) {
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random->state >> 33) * (uint64_t)below >> 31);
}

/* One move of the oracle: the text as it counts. */
struct move {
    uint32_t from, target;
    const char *label;
};

static int compare_moves(const void *a, const void *b) {
    const struct move *first = a, *second = b;
    if (first->from != second->from) {
        return first->from < second->from ? -1 : 1;
    }
    int order = strcmp(first->label, second->label);
    return order != 0 ? order : (first->target > second->target) - (first->target < second->target);
}

static const char *blanks(struct random *random) {
    static const char *const some[] = {"", "", "", " ", "\t", "  ", " \t "};
    return some[draw(random, 7)];
}

static const char *const texts[] = {"i",        "a",           "b !1", "c(1,2)", "d\"e\", f", "g; h",
                                    "\xc3\xa4", "send !\"x\"", "l1",   "l2",     "l3",        "l4",
                                    "l5",       "l6",          "l7",   "l8",     "rate 2"};
#define TEXTS LENGTH(texts)

/* Writes the moves in a random spelling to *text, which the caller frees; returns its length. */
static size_t spell(struct random *random, const struct move *moves, uint32_t count, uint32_t states,
                    uint32_t initial, char **text) {
    size_t size = 0;
    FILE *file = open_memstream(text, &size);
    const char *end = draw(random, 2) ? "\r\n" : "\n";
    fprintf(file, "%sdes%s(%s%u%s,%u%s,%s%u)%s%s", blanks(random), blanks(random), blanks(random), initial,
            blanks(random), count, blanks(random), blanks(random), states, blanks(random), end);
    for (uint32_t k = 0; k < count; k++) {
        const char *label = moves[k].label;
        if (strcmp(label, "i") == 0 && draw(random, 2)) {
            label = "tau";
        }
        const char *quote = draw(random, 2) ? "\"" : "";
        fprintf(file, "%s(%s%u%s,%s%s%s%s%s,%s%u%s)%s%s", blanks(random), blanks(random), moves[k].from,
                blanks(random), blanks(random), quote, label, quote, blanks(random), blanks(random),
                moves[k].target, blanks(random), blanks(random), k + 1 < count || draw(random, 2) ? end : "");
        if (draw(random, 20) == 0 && k + 1 < count) {
            fprintf(file, "%s%s", blanks(random), end);
        }
    }
    fclose(file);
    return size;
}

/* The LTS has exactly the distinct moves, sorted as lts.h says. */
static int agrees(const struct lts *lts, struct move *moves, uint32_t count) {
    qsort(moves, count, sizeof *moves, compare_moves);
    uint32_t distinct = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (k == 0 || compare_moves(&moves[k], &moves[k - 1]) != 0) {
            moves[distinct++] = moves[k];
        }
    }
    if (lts->moves != distinct) {
        return 0;
    }
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            struct move key = {state, lts->target[move], label_text(labels, lts->labels[lts->label[move]])};
            if (bsearch(&key, moves, distinct, sizeof *moves, compare_moves) == NULL) {
                return 0;
            }
        }
    }
    return 1;
}

static void test_random(void) {
    uint64_t total = 0, grouped = 0, long_rows = 0;
    for (uint64_t seed = 1; seed <= CASES; seed++) {
        struct random random = {seed * 7919};
        /* few states make long rows, many short ones; past 32 and past 256 the sort works otherwise */
        uint32_t states = 1 + draw(&random, draw(&random, 2) ? 5 : 3000);
        uint32_t count = draw(&random, draw(&random, 4) ? 100 : 3000);
        uint32_t initial = draw(&random, states);
        uint32_t kinds = 1 + draw(&random, TEXTS);
        int group = (int)draw(&random, 2);
        struct move *moves = malloc((count + 1) * sizeof *moves);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t from = group ? (uint32_t)((uint64_t)k * states / count) : draw(&random, states);
            moves[k] = (struct move){from, draw(&random, states), texts[draw(&random, kinds)]};
        }
        char *text = NULL;
        size_t size = spell(&random, moves, count, states, initial, &text);
        struct lts *lts = read_bytes(text, size);
        int right = lts != NULL && lts->states == states && lts->initial == initial &&
                    agrees(lts, moves, count) && is_ordered(lts);
        CU_ASSERT(right);
        if (!right) {
            put("/tmp/heddle-aut-failed.aut", text, size);
            printf("\n  seed %llu, see /tmp/heddle-aut-failed.aut: %s\n", (unsigned long long)seed,
                   place.error.text);
        }
        total += count;
        grouped += (uint64_t)group;
        long_rows += count / states > 256;
        done(lts);
        free(text);
        free(moves);
    }
    CU_ASSERT(total > CASES * 100 && grouped > CASES / 4 && long_rows > CASES / 20);
}

/* A choice of the oracle: `prob` moves of one state and L, or one distribution. Few states: targets are a set
 * of bits. */
struct choice {
    uint32_t from;
    char label[16];
    uint64_t targets;
};

static int compare_choices(const void *a, const void *b) {
    const struct choice *first = a, *second = b;
    if (first->from != second->from) {
        return first->from < second->from ? -1 : 1;
    }
    int order = strcmp(first->label, second->label);
    return order != 0 ? order : (first->targets > second->targets) - (first->targets < second->targets);
}

/* One distribution, written and noted. */
static void add_distribution(struct random *random, FILE *file, uint32_t states, struct choice *choice) {
    uint32_t parts = 2 + draw(random, 6);
    *choice = (struct choice){draw(random, states), "", 0};
    snprintf(choice->label, sizeof choice->label, "a%u", draw(random, 5));
    fprintf(file, "(%u,%s,", choice->from, choice->label);
    for (uint32_t part = 0; part < parts; part++) {
        uint32_t target = draw(random, states);
        choice->targets |= UINT64_C(1) << target;
        fprintf(file, "%s%u", part == 0 ? "" : draw(random, 2) ? " 1/8 " : " 0.125 ", target);
    }
    fprintf(file, ")\n");
}

/* One move with a `prob` label, written and added to the choice of its state and L. */
static uint32_t add_prob(struct random *random, FILE *file, uint32_t states, struct choice *choices,
                         uint32_t count) {
    static const char *const actions[] = {"", "b; ", "c !1; "};
    struct choice wanted = {draw(random, states), "", UINT64_C(1) << draw(random, states)};
    const char *action = actions[draw(random, 3)];
    snprintf(wanted.label, sizeof wanted.label, "%sprob", action);
    fprintf(file, "(%u,%sprob 0.%u,%d)\n", wanted.from, action, 1 + draw(random, 9),
            __builtin_ctzll(wanted.targets));
    for (uint32_t k = 0; k < count; k++) {
        if (choices[k].from == wanted.from && strcmp(choices[k].label, wanted.label) == 0) {
            choices[k].targets |= wanted.targets;
            return count;
        }
    }
    choices[count] = wanted;
    return count + 1;
}

/* The choices of an LTS, as the oracle would note them; 0 when they are not as lts.h says. */
static int collect_choices(const struct lts *lts, struct choice *found) {
    memset(found, 0, lts->choices * sizeof *found);
    for (uint32_t state = 0; state < lts->row_states; state++) {
        for (uint64_t move = lts->row[state]; move < lts->row[state + 1]; move++) {
            uint32_t number = lts->choice[move];
            char text[16];
            snprintf(text, sizeof text, "%s", label_text(labels, lts->labels[lts->label[move]]));
            char *probability = strstr(text, "prob ");
            if (probability != NULL) {
                probability[4] = '\0';
            }
            if (number >= lts->choices ||
                (found[number].targets != 0 &&
                 (found[number].from != state || strcmp(found[number].label, text) != 0))) {
                return 0;
            }
            found[number].from = state;
            strcpy(found[number].label, text);
            found[number].targets |= UINT64_C(1) << lts->target[move];
        }
    }
    return 1;
}

static void test_random_choices(void) {
    for (uint64_t seed = 1; seed <= CASES / 4; seed++) {
        struct random random = {seed * 104729};
        uint32_t states = 1 + draw(&random, draw(&random, 2) ? 3 : 60), lines = 1 + draw(&random, 500),
                 count = 0;
        struct choice *choices = malloc(lines * sizeof *choices);
        char *text = NULL;
        size_t size = 0;
        FILE *file = open_memstream(&text, &size);
        fprintf(file, "des (0,%u,%u)\n", lines, states);
        for (uint32_t k = 0; k < lines; k++) {
            if (draw(&random, 3) == 0) {
                count = add_prob(&random, file, states, choices, count);
            } else {
                add_distribution(&random, file, states, &choices[count++]);
            }
        }
        fclose(file);
        struct lts *lts = read_bytes(text, size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
        CU_ASSERT_EQUAL_FATAL(lts->choices, count);
        struct choice *found = malloc(count * sizeof *found);
        CU_ASSERT(is_ordered(lts) && collect_choices(lts, found));
        qsort(choices, count, sizeof *choices, compare_choices);
        qsort(found, count, sizeof *found, compare_choices);
        int same = 1;
        for (uint32_t k = 0; k < count; k++) {
            same &= compare_choices(&choices[k], &found[k]) == 0;
        }
        CU_ASSERT(same);
        if (!same) {
            put("/tmp/heddle-aut-failed.aut", text, size);
            printf("\n  seed %llu, see /tmp/heddle-aut-failed.aut\n", (unsigned long long)seed);
        }
        done(lts);
        free(found);
        free(choices);
        free(text);
    }
}

/* --- size --- */

static void test_long_lines(void) {
    size_t length = (size_t)10 << 20;
    char *text = malloc(2 * length + 100);
    size_t size = (size_t)sprintf(text, "des (0,3,2)\n(0,b,1)\n(0,");
    memset(text + size, 'x', length);
    size += length;
    size += (size_t)sprintf(text + size, ",1)\n(1,a");
    memset(text + size, ' ', length - 100);
    size += length - 100;
    size += (size_t)sprintf(text + size, ",0)");
    struct lts *lts = read_bytes(text, size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
    CU_ASSERT_EQUAL(lts->moves, 3);
    CU_ASSERT_EQUAL(label_length(labels, lts->labels[1]), length);
    CU_ASSERT_STRING_EQUAL(label_text(labels, lts->labels[2]), "a");
    done(lts);
    /* an error at the end of such a line has its column */
    text[size - 1] = 'x';
    rejects(text, size, 4, 3 + 1 + length - 100 + 3, ERROR_INPUT, "expected ')' after the target state");
    /* a NUL is found before the end of the line is */
    text[200000] = '\0';
    rejects(text, size, 3, 200000 - 20 + 1, ERROR_INPUT, "NUL");
    text[200000] = 'x';
    memory_init(&place.memory, (uint64_t)5 << 20);
    rejects(text, size, 3, 0, ERROR_MEMORY, "a line of more than");
    memory_init(&place.memory, UINT64_MAX);
    free(text);
}

/* Text of `count` transitions, grouped by state or not. */
static size_t large(char **text, uint32_t count, uint32_t states, int group, int many_labels) {
    size_t size = 0;
    struct random random = {42};
    FILE *file = open_memstream(text, &size);
    fprintf(file, "des (0,%u,%u)\n", count, states);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t from = group ? (uint32_t)((uint64_t)k * states / count) : draw(&random, states);
        fprintf(file, "(%u,\"send !%u\",%u)\n", from, many_labels ? k : draw(&random, 50),
                draw(&random, states));
    }
    fclose(file);
    return size;
}

/* Reading takes about twice the memory of the result, and the buffers of the stream, in whatever order the
 * file is.
 */
static void test_peak_memory(void) {
    for (int group = 0; group < 2; group++) {
        char *text = NULL;
        size_t size = large(&text, 500000, 200000, group, 0);
        memory_init(&place.memory, UINT64_MAX);
        struct lts *lts = read_bytes(text, size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
        uint64_t kept = memory_used(&place.memory);
        CU_ASSERT(lts->moves > 490000 && is_ordered(lts));
        CU_ASSERT_EQUAL(lts->move_capacity, lts->moves);
        CU_ASSERT(kept < lts->moves * 8 + (uint64_t)lts->row_states * 8 + 200000);
        CU_ASSERT(memory_peak(&place.memory) < 2 * kept + (1 << 20));
        done(lts);
        free(text);
    }
}

/* Deep in a file, when the buffer has been filled many times. */
static void test_late_errors(void) {
    char *text = NULL;
    size_t size = large(&text, 100000, 1000, 1, 0);
    uint64_t line = 1;
    size_t begin = 0, at = size - 100000;
    for (size_t k = 0; k < at; k++) {
        line += text[k] == '\n';
        begin = text[k] == '\n' ? k + 1 : begin;
    }
    char *comma = strchr(text + begin, ',');
    uint64_t column = (uint64_t)(comma - text) - begin + 1;
    *comma = ';';
    rejects(text, size, line, column, ERROR_INPUT, "expected ',' after the source state, found ';'");
    *comma = '\0';
    rejects(text, size, line, column, ERROR_INPUT, "NUL");
    *comma = ',';
    size_t cut = begin + column; /* after the comma */
    rejects(text, cut, line, column + 1, ERROR_INPUT, "expected ',' and the target state");
    free(text);
}

static void test_many_labels(void) {
    char *text = NULL;
    size_t size = large(&text, 200000, 1000, 1, 1);
    struct lts *lts = read_bytes(text, size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lts);
    CU_ASSERT_EQUAL(lts->label_count, 200000);
    CU_ASSERT_STRING_EQUAL(label_text(labels, lts->labels[199999]), "send !199999");
    done(lts);
    free(text);
}

/* When memory runs out, wherever that is, the error says so and nothing is leaked. */
static void test_memory(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fprintf(file, "des (0 0.5 1,4000,900)\n");
    for (uint32_t k = 0; k < 4000; k++) {
        fprintf(file,
                k % 7 == 0   ? "(%u,x%u; prob 0.5,1)\n"
                : k % 5 == 0 ? "(%u,y%u,1 0.25 3)\n"
                             : "(%u,z%u,2)\n",
                k * 7 % 900, k * k % 1000);
    }
    fclose(file);
    put(in_folder("x.aut"), text, size);
    int refused = 0, made = 0;
    for (uint64_t limit = 0; limit < 2000000; limit += limit < 530000 ? 20000 : 1777) {
        memory_init(&place.memory, limit);
        memset(&place.error, 0, sizeof place.error);
        labels = label_table_create(&place.memory, 0, NULL, 0);
        struct lts *lts =
            labels == NULL ? NULL : aut_read(in_folder("x.aut"), labels, &place.run, &place.error);
        if (labels != NULL) {
            CU_ASSERT(lts != NULL || place.error.code == ERROR_MEMORY);
            refused += lts == NULL;
            made += lts != NULL;
        }
        done(lts);
    }
    memory_init(&place.memory, UINT64_MAX);
    CU_ASSERT(refused > 20 && made > 20);
    free(text);
}

/* --- the run --- */

struct told {
    int calls, wrong;
    uint64_t done;
    int *stop; /* set at the first call */
};

static void tell(void *context, const struct progress *progress) {
    struct told *told = context;
    told->wrong += strcmp(progress->phase, "reading") != 0 || strcmp(progress->unit, "bytes") != 0 ||
                   progress->done < told->done;
    told->done = progress->done;
    told->calls++;
    if (told->stop != NULL) {
        *told->stop = 1;
    }
}

static void test_progress(void) {
    char *text = NULL;
    size_t size = large(&text, 100000, 1000, 1, 0);
    struct told told = {0};
    place.run.progress = tell;
    place.run.progress_context = &told;
    struct lts *lts = read_bytes(text, size);
    CU_ASSERT_PTR_NOT_NULL(lts);
    CU_ASSERT(told.calls >= 2 && told.wrong == 0);
    CU_ASSERT_EQUAL(told.done, size);
    done(lts);
    int stop = 0;
    told = (struct told){.stop = &stop};
    place.run.stop = &stop;
    lts = read_bytes(text, size); /* stopped while it reads */
    CU_ASSERT_PTR_NULL(lts);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(told.calls, 1);
    done(lts);
    place.run.progress = NULL;
    lts = read_bytes(text, size); /* stopped before */
    CU_ASSERT_PTR_NULL(lts);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    done(lts);
    place.run.stop = NULL;
    place.run.deadline = run_clock() - 1;
    lts = read_bytes(text, size);
    CU_ASSERT_PTR_NULL(lts);
    CU_ASSERT_EQUAL(place.error.code, ERROR_INTERRUPTED);
    done(lts);
    place.run.deadline = run_clock() + 3600;
    lts = read_bytes(text, size);
    CU_ASSERT_PTR_NOT_NULL(lts);
    done(lts);
    place.run.deadline = 0;
    free(text);
}

void suite_aut_large(void) {
    suite_add("aut large", workplace_open, workplace_close, "random graphs in random spellings", test_random,
              "random choices", test_random_choices, "long lines", test_long_lines, "peak memory",
              test_peak_memory, "errors late in a file", test_late_errors, "many labels", test_many_labels,
              "memory spent", test_memory, "progress, stop and deadline", test_progress, NULL);
}
