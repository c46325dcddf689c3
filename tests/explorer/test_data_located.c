/* Components with locations in models with data: choices beside those that nested loops find. */
#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "explorer/model/data/data_model.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 300
#define MOST_TABLES 3u
#define MOST_VALUES 5u
#define CLASSES 3u /* of each component */
#define MOST_RULES 12u
#define COMPONENTS (MOST_TABLES + 1)

/* Tables, and a counter from 0 to `top` with a class for each value that it can leave. */
struct drawn {
    uint32_t tables, values[MOST_TABLES];
    /* how many moves of a class lead from a location to another */
    uint8_t moves[MOST_TABLES][MOST_VALUES][CLASSES][MOST_VALUES];
    int64_t top;
    uint32_t rules;
    uint32_t parts[MOST_RULES][COMPONENTS]; /* the class of each component; CLASSES: it does not take part */
    uint32_t ways[MOST_RULES];
};

/* A transition, and how often it occurs. */
struct found {
    uint32_t rule;
    int64_t target[COMPONENTS];
};

struct finding {
    uint64_t count;
    struct found all[4096];
};

static struct finding expected, searched;

static void draw_model(struct drawn *drawn, uint64_t *seed) {
    memset(drawn, 0, sizeof *drawn);
    drawn->tables = 1 + (uint32_t)random_draw(seed, MOST_TABLES);
    drawn->top = (int64_t)random_draw(seed, 4);
    for (uint32_t t = 0; t < drawn->tables; t++) {
        drawn->values[t] = 1 + (uint32_t)random_draw(seed, MOST_VALUES);
        for (uint32_t v = 0; v < drawn->values[t]; v++) {
            for (uint32_t k = random_draw(seed, 5); k > 0; k--) {
                drawn->moves[t][v][random_draw(seed, CLASSES)][random_draw(seed, drawn->values[t])]++;
            }
        }
    }
    drawn->rules = 1 + (uint32_t)random_draw(seed, MOST_RULES);
    for (uint32_t r = 0; r < drawn->rules; r++) {
        int some = 0;
        for (uint32_t c = 0; c <= drawn->tables; c++) {
            drawn->parts[r][c] = (uint32_t)random_draw(seed, CLASSES + 2);
            drawn->parts[r][c] = drawn->parts[r][c] > CLASSES ? CLASSES : drawn->parts[r][c];
            some |= drawn->parts[r][c] < CLASSES;
        }
        drawn->parts[r][0] = some ? drawn->parts[r][0] : 0;
        drawn->ways[r] = r;
    }
}

/* --- the image --- */

static uint32_t add_program(struct data_builder *builder, int64_t constant, uint32_t field, int equal) {
    const uint32_t begin = (uint32_t)builder->code.count;
    struct program_instruction code[4] = {{PROGRAM_CONSTANT_INT, 0, (uint16_t)builder->constants.count, 0},
                                          {PROGRAM_RETURN, 0, 0, 0}};
    uint32_t length = 2;
    if (field != DATA_NONE) {
        code[1] = (struct program_instruction){PROGRAM_FIELD, 1, (uint16_t)field, 0};
        code[2] = (struct program_instruction){equal ? PROGRAM_EQUAL_INT : PROGRAM_ADD_INT, 0, 0, 1};
        code[3] = (struct program_instruction){PROGRAM_RETURN, 0, 0, 0};
        length = 4;
    }
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->constants, (uint64_t)constant) == 0);
    for (uint32_t i = 0; i < length; i++) {
        CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->code, code[i]) == 0);
    }
    return begin;
}

static void add_command(struct data_builder *builder, uint32_t variable, uint32_t guard, uint32_t value) {
    struct data_command command = {.component = variable,
                                   .guard = guard,
                                   .branches = (uint32_t)builder->branches.count,
                                   .branch_count = 1};
    struct data_branch branch = {DATA_NONE, (uint32_t)builder->assignments.count, 1};
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->commands, command) == 0);
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->branches, branch) == 0);
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->assignments,
                                (struct data_assignment){.variable = variable, .program = value}) == 0);
}

static void add_member(struct data_builder *builder, uint32_t command) {
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->members, command) == 0);
}

/* The counter's command k leaves the value k. */
static void add_counter(const struct drawn *drawn, struct data_builder *builder) {
    const uint32_t variable = drawn->tables;
    for (int64_t k = 0; k < CLASSES; k++) {
        add_command(builder, variable, add_program(builder, k, variable, 1),
                    add_program(builder, 1, variable, 0));
    }
}

static void add_table(const struct drawn *drawn, struct data_builder *builder, uint32_t table) {
    struct data_located located = {table, (uint32_t)builder->rows.count, drawn->values[table]};
    for (uint32_t v = 0; v < drawn->values[table]; v++) {
        CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->rows, (uint32_t)builder->entries.count) == 0);
        for (uint32_t c = 0; c < CLASSES; c++) {
            struct data_entry entry = {table * CLASSES + c, (uint32_t)builder->members.count, 0};
            for (uint32_t to = 0; to < drawn->values[table]; to++) {
                for (uint32_t k = 0; k < drawn->moves[table][v][c][to]; k++) {
                    add_member(builder, to);
                    entry.member_count++;
                }
            }
            CU_ASSERT_FATAL(entry.member_count == 0 ||
                            GROWING_ADD(builder->memory, builder->entries, entry) == 0);
        }
    }
    CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->rows, (uint32_t)builder->entries.count) == 0 &&
                    GROWING_ADD(builder->memory, builder->located, located) == 0);
}

static void add_classes(const struct drawn *drawn, struct data_builder *builder) {
    for (uint32_t i = 0; i < (drawn->tables + 1) * CLASSES; i++) {
        struct data_class one = {.located = i / CLASSES};
        if (i / CLASSES == drawn->tables) {
            one = (struct data_class){(uint32_t)builder->members.count, 1, DATA_NONE, 0};
            add_member(builder, i % CLASSES);
        }
        CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->classes, one) == 0);
    }
}

static void add_rules(const struct drawn *drawn, struct data_builder *builder) {
    for (uint32_t r = 0; r < drawn->rules; r++) {
        struct data_rule rule = {
            .action = r, .classes = (uint32_t)builder->rule_classes.count, .way = drawn->ways[r]};
        for (uint32_t c = 0; c <= drawn->tables; c++) {
            if (drawn->parts[r][c] < CLASSES) {
                CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->rule_classes,
                                            c * CLASSES + drawn->parts[r][c]) == 0);
                rule.class_count++;
            }
        }
        CU_ASSERT_FATAL(GROWING_ADD(builder->memory, builder->rules, rule) == 0);
    }
}

static struct data_header *make_image(const struct drawn *drawn, struct error *error) {
    struct data_builder builder = {
        .memory = &place.memory, .kind = DATA_NETWORK, .registers = 2, .initial = DATA_NONE};
    for (uint32_t c = 0; c <= drawn->tables; c++) {
        struct data_variable variable = {.high =
                                             c < drawn->tables ? drawn->values[c] - 1 : (int64_t)drawn->top};
        CU_ASSERT_FATAL(GROWING_ADD(&place.memory, builder.variables, variable) == 0);
    }
    add_counter(drawn, &builder);
    for (uint32_t t = 0; t < drawn->tables; t++) {
        add_table(drawn, &builder, t);
    }
    add_classes(drawn, &builder);
    add_rules(drawn, &builder);
    struct data_header *image = data_model_create(&builder, error);
    data_builder_free(&builder);
    return image;
}

/* --- comparison --- */

static void add_found(struct finding *finding, uint32_t rule, const int64_t *target, uint32_t components) {
    CU_ASSERT_FATAL(finding->count < LENGTH(finding->all));
    struct found *one = &finding->all[finding->count++];
    memset(one, 0, sizeof *one);
    one->rule = rule;
    memcpy(one->target, target, components * sizeof *target);
}

/* Every combination of the rule's components from the one of this number on. */
static void expect_from(const struct drawn *drawn, uint32_t rule, uint32_t component, const int64_t *state,
                        int64_t *target) {
    if (component > drawn->tables) {
        add_found(&expected, rule, target, drawn->tables + 1);
        return;
    }
    const uint32_t part = drawn->parts[rule][component];
    target[component] = state[component];
    if (part == CLASSES) {
        expect_from(drawn, rule, component + 1, state, target);
    } else if (component == drawn->tables) {
        target[component]++;
        if (state[component] == part) {
            expect_from(drawn, rule, component + 1, state, target);
        }
    } else {
        for (uint32_t to = 0; to < drawn->values[component]; to++) {
            for (uint32_t k = 0; k < drawn->moves[component][state[component]][part][to]; k++) {
                target[component] = to;
                expect_from(drawn, rule, component + 1, state, target);
            }
        }
    }
}

static int compare_found(const void *left, const void *right) {
    return memcmp(left, right, sizeof(struct found));
}

/* 1 if all is right; numbers of choices must tell all combinations of located commands apart. */
static int search_state(const struct drawn *drawn, const struct data_header *image, const int64_t *state) {
    static uint8_t taken[4096];
    struct data_scratch scratch;
    struct data_step step;
    int found, right = 1;
    uint64_t *words = data_scratch_open(&place.memory, image, &scratch);
    CU_ASSERT_PTR_NOT_NULL_FATAL(words);
    memcpy(scratch.fields, state, (drawn->tables + 1) * sizeof *state);
    memset(taken, 0, sizeof taken);
    expected.count = searched.count = 0;
    CU_ASSERT_EQUAL(data_begin(image, &scratch, &step), DATA_FINE);
    while (data_next_choice(image, &scratch, &step)) {
        uint32_t number = data_choice_number(image, &scratch, &step);
        right &= number < sizeof taken && !taken[number];
        taken[number % sizeof taken] = 1;
        right &= data_check_weights(image, &scratch, &step) == DATA_FINE;
        while (data_next_branch(image, &scratch, &step, &found) == DATA_FINE && found) {
            add_found(&searched, data_rules(image)[step.rule].action, scratch.target, drawn->tables + 1);
        }
    }
    for (uint32_t r = 0; r < drawn->rules; r++) {
        int64_t target[COMPONENTS] = {0};
        if (state[drawn->tables] < drawn->top || drawn->parts[r][drawn->tables] == CLASSES) {
            expect_from(drawn, r, 0, state, target);
        }
    }
    qsort(expected.all, expected.count, sizeof *expected.all, compare_found);
    qsort(searched.all, searched.count, sizeof *searched.all, compare_found);
    data_scratch_close(&place.memory, image, words);
    return right && expected.count == searched.count &&
           (expected.count == 0 ||
            memcmp(expected.all, searched.all, expected.count * sizeof *expected.all) == 0);
}

struct tally {
    uint64_t mismatches, states, transitions;
};

/* The next state, the last component fastest; 0 after the last one. */
static int next_state(const struct drawn *drawn, int64_t *state) {
    uint32_t c = drawn->tables + 1;
    while (c > 0) {
        int64_t most = c - 1 == drawn->tables ? drawn->top : drawn->values[c - 1] - 1;
        if (state[c - 1]++ < most) {
            return 1;
        }
        state[--c] = 0;
    }
    return 0;
}

static void judge(uint64_t seed, void *context) {
    struct tally *tally = context;
    struct drawn drawn;
    int64_t state[COMPONENTS] = {0};
    uint64_t random = seed;
    draw_model(&drawn, &random);
    struct data_header *image = make_image(&drawn, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(image);
    do {
        /* The counter cannot go on from its top; its command would be an error of the model. */
        const int stops = state[drawn.tables] == drawn.top && drawn.top < CLASSES;
        if (!stops && !search_state(&drawn, image, state)) {
            printf("\nHEDDLE_SEED=%" PRIu64 ": %" PRIu64 " transitions instead of %" PRIu64 "\n", seed,
                   searched.count, expected.count);
            tally->mismatches++;
            break;
        }
        tally->states++;
        tally->transitions += expected.count;
    } while (next_state(&drawn, state));
    data_model_free(&place.memory, image);
}

static void test_choices(void) {
    struct tally tally = {0};
    uint64_t cases = judge_seeds(CASES, 1, judge, &tally, &tally.mismatches);
    report_counts("models", cases, "states", tally.states, "transitions", tally.transitions, NULL);
    CU_ASSERT(cases < CASES || (tally.states > 10 * cases && tally.transitions > 20 * cases));
}

/* --- what a compiler must not make --- */

enum slip { NO_SLIP, ROW_BACKWARDS, ROWS_SHORT, CLASS_OF_OTHER, NO_MEMBERS, BEYOND, ENTRIES_UNSORTED };

/* Whether an image of two locations, with classes 0 and 1, is made. */
static int makes(enum slip slip) {
    struct data_builder builder = {
        .memory = &place.memory, .kind = DATA_NETWORK, .registers = 2, .initial = DATA_NONE};
    struct error error;
    CU_ASSERT_FATAL(GROWING_ADD(&place.memory, builder.variables, (struct data_variable){.high = 1}) == 0);
    add_member(&builder, slip == BEYOND ? 2 : 0);
    for (uint32_t i = 0; i < 2; i++) {
        struct data_class one = {.located = slip == CLASS_OF_OTHER ? DATA_NONE : 0};
        struct data_entry entry = {slip == ENTRIES_UNSORTED ? 1 - i : i, 0, slip == NO_MEMBERS ? 0 : 1};
        CU_ASSERT_FATAL(GROWING_ADD(&place.memory, builder.classes, one) == 0 &&
                        GROWING_ADD(&place.memory, builder.entries, entry) == 0);
    }
    const uint32_t rows[] = {0, slip == ROW_BACKWARDS ? 3 : 2, 2};
    for (uint32_t i = 0; i < (slip == ROWS_SHORT ? 2u : 3u); i++) {
        CU_ASSERT_FATAL(GROWING_ADD(&place.memory, builder.rows, rows[i]) == 0);
    }
    CU_ASSERT_FATAL(GROWING_ADD(&place.memory, builder.located, (struct data_located){0, 0, 2}) == 0);
    struct data_header *image = data_model_create(&builder, &error);
    data_builder_free(&builder);
    data_model_free(&place.memory, image);
    return image != NULL;
}

static void test_slips(void) {
    CU_ASSERT(makes(NO_SLIP));
    for (enum slip slip = ROW_BACKWARDS; slip <= ENTRIES_UNSORTED; slip++) {
        CU_ASSERT(!makes(slip));
    }
}

void suite_data_located(void) {
    suite_add("components with locations", workplace_open, workplace_close, "choices beside nested loops",
              test_choices, "wrong images", test_slips, NULL);
}
