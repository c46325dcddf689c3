/* Networks of processes that share variables, and networks of random tables, as text. */
#include "bench/shared_shape.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/core.h"

#define TEXT 40
#define MOST_MOVES 512u
#define ALONE UINT32_MAX

/* A move of a process, alone or by an operation on a variable; the label is the operation's. */
struct step {
    uint32_t from, to;
    uint32_t variable; /* or ALONE */
    char label[TEXT];
};

struct program {
    struct step steps[MOST_MOVES];
    uint32_t count, states;
};

static void add_step(struct program *program, uint32_t from, uint32_t to, uint32_t variable,
                     const char *label) {
    struct step *step = &program->steps[program->count++];
    *step = (struct step){.from = from, .to = to, .variable = variable};
    snprintf(step->label, sizeof step->label, "%s", label);
    program->states = from >= program->states ? from + 1 : program->states;
    program->states = to >= program->states ? to + 1 : program->states;
}

/* Operations on variables: their labels in the process and in the variable. */
static void operate(struct program *program, uint32_t from, uint32_t to, uint32_t variable,
                    const char *operation, uint32_t value) {
    char label[TEXT];
    snprintf(label, sizeof label, "%s_%u", operation, value);
    add_step(program, from, to, variable, label);
}

static void set(struct program *program, uint32_t from, uint32_t to, uint32_t variable, uint32_t value) {
    operate(program, from, to, variable, "set", value);
}

/* Reads a variable that has values below `values`: goes to `then` if bit `value` of `accepted` is set. */
static void branch(struct program *program, uint32_t from, uint32_t variable, uint32_t values,
                   uint64_t accepted, uint32_t then, uint32_t otherwise) {
    for (uint32_t value = 0; value < values; value++) {
        uint32_t to = accepted >> value & 1 ? then : otherwise;
        if (to != ALONE) { /* else it waits */
            operate(program, from, to, variable, "get", value);
        }
    }
}

/* --- what the processes do; process 0 is the first --- */

/* Variable 0 is x, 1 is y, 2 + i is b[i]; values of x and y are processes, from 1 on. */
static void make_lamport(struct program *program, uint32_t processes, uint32_t me) {
    const uint32_t values = processes + 1, b = 2 + me, last = 8 + processes, entering = last + 1;
    const uint64_t mine = (uint64_t)1 << (me + 1);
    add_step(program, 0, 1, ALONE, "start");
    set(program, 1, 2, b, 1);
    set(program, 2, 3, 0, me + 1);
    branch(program, 3, 1, values, 1, 6, 4);
    set(program, 4, 5, b, 0);
    branch(program, 5, 1, values, 1, 1, ALONE);
    set(program, 6, 7, 1, me + 1);
    branch(program, 7, 0, values, mine, entering, 8);
    set(program, 8, 9, b, 0);
    for (uint32_t other = 0, at = 9; other < processes; other++) {
        if (other != me) {
            branch(program, at, 2 + other, 2, 1, at + 1, ALONE);
            at++;
        }
    }
    branch(program, last, 1, values, mine, entering, 5);
    add_step(program, entering, entering + 1, ALONE, "enter");
    add_step(program, entering + 1, entering + 2, ALONE, "leave");
    set(program, entering + 2, entering + 3, 1, 0);
    set(program, entering + 3, 0, b, 0);
}

/* Variable i is the level of process i, processes + l - 1 the victim of level l. */
static void make_filter(struct program *program, uint32_t processes, uint32_t me) {
    uint32_t at = 0;
    for (uint32_t level = 1; level < processes; level++) {
        const uint32_t scan = at + 2, victim = scan + processes - 1, passed = victim + 1;
        set(program, at, at + 1, me, level);
        set(program, at + 1, scan, processes + level - 1, me);
        at = scan;
        for (uint32_t other = 0; other < processes; other++) {
            if (other != me) {
                branch(program, at, other, processes, ((uint64_t)1 << level) - 1,
                       at + 1 == victim ? passed : at + 1, victim);
                at++;
            }
        }
        branch(program, victim, processes + level - 1, processes, (uint64_t)1 << me, scan, passed);
        at = passed;
    }
    add_step(program, at, at + 1, ALONE, "enter");
    set(program, at + 1, 0, me, 0);
}

/* A loop over the flags of processes [first, end) but me: goes on to `then` if all are in `accepted`. */
static void await_all(struct program *program, uint32_t *at, const uint32_t range[2], uint32_t me,
                      uint64_t accepted) {
    for (uint32_t other = range[0]; other < range[1]; other++) {
        if (other != me) {
            branch(program, *at, other, 5, accepted, *at + 1, ALONE);
            ++*at;
        }
    }
}

/* Variable i is the flag of process i, from 0 to 4. */
static void make_szymanski(struct program *program, uint32_t processes, uint32_t me) {
    const uint32_t all[] = {0, processes}, before[] = {0, me}, after[] = {me + 1, processes};
    const uint32_t others = processes - 1;
    uint32_t at = 1;
    set(program, 0, at, me, 1);
    await_all(program, &at, all, me, 1 << 0 | 1 << 1 | 1 << 2);
    set(program, at, at + 1, me, 3);
    at++;
    /* A process that sees another at the door waits until some process closes the door. */
    const uint32_t wait = at + others + 1, scan = wait + 1, closing = scan + others;
    for (uint32_t other = 0; other < processes; other++) {
        if (other != me) {
            branch(program, at, other, 5, 1 << 1, wait, at + 1);
            at++;
        }
    }
    set(program, at, closing, me, 4);
    set(program, wait, scan, me, 2);
    for (uint32_t other = 0, reading = scan; other < processes; other++) {
        if (other != me) {
            branch(program, reading, other, 5, 1 << 4, at, reading + 1 == closing ? scan : reading + 1);
            reading++;
        }
    }
    at = closing;
    await_all(program, &at, before, me, 1 << 0 | 1 << 1);
    add_step(program, at, at + 1, ALONE, "enter");
    at++;
    await_all(program, &at, after, me, 1 << 0 | 1 << 1 | 1 << 4);
    set(program, at, 0, me, 0);
}

/*
 * Variables: empty and full places, the next place to fill and the next to take, then the places. A producer
 * makes a value, claims a place, takes its index, fills it, and counts it as full; a consumer likewise.
 */
static void make_producer(struct program *program, uint32_t places) {
    const uint32_t done = 1 + 2 + 2 + 2 * places;
    for (uint32_t value = 0; value < 2; value++) {
        const uint32_t made = 1 + value, claimed = 3 + value;
        add_step(program, 0, made, ALONE, value == 0 ? "make_0" : "make_1");
        operate(program, made, claimed, 0, "down", 0);
        for (uint32_t place = 0; place < places; place++) {
            const uint32_t indexed = 5 + value * places + place;
            operate(program, claimed, indexed, 2, "next", place);
            set(program, indexed, done, 4 + place, value);
        }
    }
    operate(program, done, 0, 1, "up", 0);
}

static void make_consumer(struct program *program, uint32_t places) {
    const uint32_t taken = 2 + places, used = taken + 2;
    operate(program, 0, 1, 1, "down", 0);
    for (uint32_t place = 0; place < places; place++) {
        operate(program, 1, 2 + place, 3, "next", place);
        operate(program, 2 + place, taken, 4 + place, "get", 0);
        operate(program, 2 + place, taken + 1, 4 + place, "get", 1);
    }
    add_step(program, taken, used, ALONE, "use_0");
    add_step(program, taken + 1, used, ALONE, "use_1");
    operate(program, used, 0, 0, "up", 0);
}

static void make_program(const struct network_shape *shape, uint32_t me, struct program *program) {
    program->count = program->states = 0;
    switch (shape->kind) {
    case NETWORK_LAMPORT:
        make_lamport(program, shape->size, me);
        break;
    case NETWORK_FILTER:
        make_filter(program, shape->size, me);
        break;
    case NETWORK_SZYMANSKI:
        make_szymanski(program, shape->size, me);
        break;
    default:
        (me < shape->size ? make_producer : make_consumer)(program, shape->groups);
    }
}

/* --- variables --- */

/* A register has the operations set and get, a counter up and down, an index next. */
struct variable {
    enum { REGISTER, COUNTER, INDEX } kind;
    uint32_t values, initial;
};

static uint32_t variable_count(const struct network_shape *shape) {
    switch (shape->kind) {
    case NETWORK_LAMPORT:
        return shape->size + 2;
    case NETWORK_FILTER:
        return 2 * shape->size - 1;
    case NETWORK_SZYMANSKI:
        return shape->size;
    default:
        return shape->groups + 4;
    }
}

static struct variable variable_of(const struct network_shape *shape, uint32_t number) {
    switch (shape->kind) {
    case NETWORK_LAMPORT:
        return (struct variable){REGISTER, number < 2 ? shape->size + 1 : 2, 0};
    case NETWORK_FILTER:
        return (struct variable){REGISTER, shape->size, 0};
    case NETWORK_SZYMANSKI:
        return (struct variable){REGISTER, 5, 0};
    default:
        return number < 2   ? (struct variable){COUNTER, shape->groups + 1, number == 0 ? shape->groups : 0}
               : number < 4 ? (struct variable){INDEX, shape->groups, 0}
                            : (struct variable){REGISTER, 2, 0};
    }
}

static void write_variable(struct network_writer *writer, uint32_t number, struct variable variable) {
    char name[TEXT];
    const uint32_t values = variable.values;
    const uint32_t moves = variable.kind == REGISTER  ? values * (values + 1)
                           : variable.kind == COUNTER ? 2 * (values - 1)
                                                      : values;
    snprintf(name, sizeof name, "variable_%u.aut", number);
    network_file(writer, name);
    network_write(writer, "des (%u, %u, %u)\n", variable.initial, moves, values);
    for (uint32_t value = 0; value < values; value++) {
        if (variable.kind == INDEX) {
            network_write(writer, "(%u, next_%u, %u)\n", value, value, (value + 1) % values);
        } else if (variable.kind == REGISTER) {
            network_write(writer, "(%u, get_%u, %u)\n", value, value, value);
            for (uint32_t to = 0; to < values; to++) {
                network_write(writer, "(%u, set_%u, %u)\n", value, to, to);
            }
        } else if (value + 1 < values) {
            network_write(writer, "(%u, up_0, %u)\n(%u, down_0, %u)\n", value, value + 1, value + 1, value);
        }
    }
}

/* --- networks of processes and variables --- */

/* A process has a label for each pair of variable and operation. */
static void put_label(char label[2 * TEXT], const struct step *step) {
    if (step->variable == ALONE) {
        snprintf(label, 2 * TEXT, "%s", step->label);
    } else {
        snprintf(label, 2 * TEXT, "%s_of_%u", step->label, step->variable);
    }
}

static void write_process(struct network_writer *writer, uint32_t number, const struct program *program) {
    char text[2 * TEXT];
    snprintf(text, sizeof text, "process_%u.aut", number);
    network_file(writer, text);
    network_write(writer, "des (0, %u, %u)\n", program->count, program->states);
    for (uint32_t i = 0; i < program->count; i++) {
        put_label(text, &program->steps[i]);
        network_write(writer, "(%u, %s, %u)\n", program->steps[i].from, text, program->steps[i].to);
    }
}

/* A vector for each label of the process. */
static void write_vectors(struct network_writer *writer, uint32_t processes, uint32_t number,
                          const struct program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        char text[2 * TEXT];
        const struct step *step = &program->steps[i];
        uint32_t before = 0;
        while (before < i && (program->steps[before].variable != step->variable ||
                              strcmp(program->steps[before].label, step->label) != 0)) {
            before++;
        }
        put_label(text, step);
        if (before == i && step->variable == ALONE) {
            network_vector(writer, "%u %s -> %s_%u", number, text, text, number + 1);
        } else if (before == i) {
            network_vector(writer, "%u %s %u %s -> %s_%u", number, text, processes + step->variable,
                           step->label, text, number + 1);
        }
    }
}

static void write_shared(const struct network_shape *shape, struct network_writer *writer) {
    const uint32_t processes = shape->kind == NETWORK_BUFFER ? 2 * shape->size : shape->size;
    const uint32_t variables = variable_count(shape);
    struct program program;
    char name[TEXT];
    for (uint32_t i = 0; i < processes; i++) {
        make_program(shape, i, &program);
        write_process(writer, i, &program);
    }
    for (uint32_t i = 0; i < variables; i++) {
        write_variable(writer, i, variable_of(shape, i));
    }
    network_begin(writer, processes + variables);
    for (uint32_t i = 0; i < processes; i++) {
        make_program(shape, i, &program);
        write_vectors(writer, processes, i, &program);
    }
    for (uint32_t i = 0; i < processes; i++) {
        snprintf(name, sizeof name, "process_%u.aut", i);
        network_processes(writer, 1, name);
    }
    for (uint32_t i = 0; i < variables; i++) {
        snprintf(name, sizeof name, "variable_%u.aut", i);
        network_processes(writer, 1, name);
    }
}

/* --- random tables --- */

#define JOINT 3u   /* moves of a state together with a neighbour */
#define LETTERS 6u /* labels of these moves */
#define SEED ((uint64_t)4 << 32)

static uint64_t draw(uint64_t *state, uint64_t below) {
    return core_mix(++*state) % below;
}

static void write_tables(const struct network_shape *shape, struct network_writer *writer) {
    char name[TEXT];
    uint64_t random = SEED;
    for (uint32_t i = 0; i < shape->groups; i++) {
        snprintf(name, sizeof name, "table_%u.aut", i);
        network_file(writer, name);
        network_write(writer, "des (0, %u, %u)\n", (1 + JOINT) * shape->size, shape->size);
        for (uint32_t from = 0; from < shape->size; from++) {
            network_write(writer, "(%u, own, %u)\n", from, (unsigned)draw(&random, shape->size));
            for (uint32_t joint = 0; joint < JOINT; joint++) {
                const char *side = draw(&random, 2) == 0 ? "next" : "last";
                unsigned letter = (unsigned)draw(&random, LETTERS);
                network_write(writer, "(%u, %s_%u, %u)\n", from, side, letter,
                              (unsigned)draw(&random, shape->size));
            }
        }
    }
    network_begin(writer, shape->groups);
    for (uint32_t i = 0; i < shape->groups; i++) {
        network_vector(writer, "%u own -> own_%u", i, i);
        for (uint32_t letter = 0; letter < LETTERS; letter++) {
            network_vector(writer, "%u next_%u %u last_%u -> joint_%u_%u", i, letter, (i + 1) % shape->groups,
                           letter, i, letter);
        }
    }
    for (uint32_t i = 0; i < shape->groups; i++) {
        snprintf(name, sizeof name, "table_%u.aut", i);
        network_processes(writer, 1, name);
    }
}

void shared_shape_write(const struct network_shape *shape, struct network_writer *writer) {
    if (shape->kind == NETWORK_TABLES) {
        write_tables(shape, writer);
    } else {
        write_shared(shape, writer);
    }
}

/* --- counts --- */

struct network_counts shared_shape_counts(const struct network_shape *shape) {
    static const struct {
        enum network_kind kind;
        uint32_t size, groups;
        struct network_counts counts;
    } known[] = {
        {NETWORK_LAMPORT, 3, 0, {12396, 32799, 0, 46}},
        {NETWORK_LAMPORT, 4, 0, {346789, 1184800, 0, 67}},
        {NETWORK_LAMPORT, 5, 0, {9904033, 41383605, 0, 90}},
        {NETWORK_LAMPORT, 6, 0, {295781103, 1460801286, 0, 115}},
        {NETWORK_FILTER, 3, 0, {1737, 5211, 0, 26}},
        {NETWORK_FILTER, 4, 0, {114402, 457608, 0, 49}},
        {NETWORK_FILTER, 5, 0, {9644613, 48223065, 0, 81}},
        {NETWORK_FILTER, 6, 0, {1010751978, 6064511868, 0, 125}},
        {NETWORK_SZYMANSKI, 3, 0, {1356, 3338, 0, 25}},
        {NETWORK_SZYMANSKI, 4, 0, {33868, 113756, 0, 42}},
        {NETWORK_SZYMANSKI, 5, 0, {1033566, 4428873, 0, 63}},
        {NETWORK_SZYMANSKI, 6, 0, {37347386, 195207767, 0, 88}},
        {NETWORK_BUFFER, 2, 3, {145992, 519312, 0, 77}},
        {NETWORK_BUFFER, 3, 3, {1875720, 8484192, 0, 100}},
        {NETWORK_BUFFER, 3, 5, {501004320, 2800817760, 0, 180}},
        {NETWORK_TABLES, 10, 4, {6889, 38358, 0, 26}},
        {NETWORK_TABLES, 20, 4, {154878, 858661, 0, 32}},
        {NETWORK_TABLES, 60, 3, {191167, 789170, 0, 34}},
        {NETWORK_TABLES, 40, 4, {2215886, 12180653, 0, 40}},
        {NETWORK_TABLES, 100, 3, {906587, 3738494, 0, 34}},
        {NETWORK_TABLES, 60, 4, {11698183, 64653240, 0, 41}},
        {NETWORK_TABLES, 40, 5, {89512402, 615673513, 0, 50}},
        {NETWORK_TABLES, 100, 4, {90377014, 496968074, 0, 44}},
    };
    for (unsigned i = 0; i < LENGTH(known); i++) {
        if (known[i].kind == shape->kind && known[i].size == shape->size &&
            known[i].groups == shape->groups) {
            return known[i].counts;
        }
    }
    return (struct network_counts){0, 0, 0, 0};
}
