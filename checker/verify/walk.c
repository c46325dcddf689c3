/* Walks through a model, by its walker. */
#include "checker/verify/walk.h"

#include <math.h>
#include <string.h>

#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

struct walk {
    walker *walker;
    const struct run *run;
    uint32_t components;
    struct trace trace; /* all steps */
    uint64_t position;
    uint64_t added;  /* steps that were ever added to the trace */
    int chosen_from; /* whether the choices are those of the current state, .. */
    uint64_t calls;  /* .. which are valid while the walker has had this number of calls */
    struct walker_transition *choices;
    uint64_t choice_count, choice_capacity;
    uint32_t *target; /* scratch: a state */
};

static int add_initial_state(walk *walk, struct error *error) {
    uint64_t count;
    return trace_append(walk->run->memory, &walk->trace, NULL, walker_initial(walk->walker, &count)) != 0
               ? error_memory(error, "for the walk")
               : 0;
}

walk *walk_create(walker *walker, const struct run *run, struct error *error) {
    walk *walk = memory_allocate_zeroed(run->memory, sizeof *walk);
    if (walk == NULL) {
        error_memory(error, "for the walk");
        return NULL;
    }
    walk->walker = walker;
    walk->run = run;
    walk->components = walker_components(walker);
    walk->trace.components = walk->components;
    walk->trace.lasso = TRACE_NO_LASSO;
    walk->target = memory_allocate_array(run->memory, walk->components, sizeof *walk->target);
    if (walk->target == NULL) {
        error_memory(error, "for the walk");
    } else if (add_initial_state(walk, error) == 0) {
        return walk;
    }
    walk_free(walk);
    return NULL;
}

void walk_free(walk *walk) {
    if (walk == NULL) {
        return;
    }
    struct memory *memory = walk->run->memory;
    trace_free(memory, &walk->trace);
    memory_free(memory, walk->choices, walk->choice_capacity * sizeof *walk->choices);
    memory_free(memory, walk->target, walk->components * sizeof *walk->target);
    memory_free(memory, walk, sizeof *walk);
}

walker *walk_walker(const walk *walk) {
    return walk->walker;
}

uint64_t walk_position(const walk *walk) {
    return walk->position;
}

uint64_t walk_length(const walk *walk) {
    return walk->trace.steps;
}

uint64_t walk_added(const walk *walk) {
    return walk->added;
}

const uint32_t *walk_state(const walk *walk) {
    return trace_state(&walk->trace, walk->position);
}

struct trace walk_trace(const walk *walk) {
    struct trace here = walk->trace;
    if (walk->position < here.steps) {
        here.steps = walk->position;
        here.lasso = TRACE_NO_LASSO;
    }
    return here;
}

const struct trace *walk_whole(const walk *walk) {
    return &walk->trace;
}

/* Whether both transitions agree about the processes that `b` moves: `a` leaves them in the same local
 * states. */
static int agrees(walk *walk, const struct walker_transition *a, const struct walker_transition *b) {
    const uint32_t *state = walk_state(walk);
    uint32_t differ = 0;
    for (uint32_t i = 0; i < b->move_count; i++) {
        walk->target[b->moves[i].component] = state[b->moves[i].component];
    }
    for (uint32_t i = 0; i < a->move_count; i++) {
        walk->target[a->moves[i].component] = a->moves[i].to;
    }
    for (uint32_t i = 0; i < b->move_count; i++) {
        differ += walk->target[b->moves[i].component] != b->moves[i].to;
    }
    return differ == 0;
}

static int same_choice(walk *walk, const struct walker_transition *a, const struct walker_transition *b) {
    return a->label == b->label && agrees(walk, a, b) && agrees(walk, b, a);
}

/* Keeps one of several transitions that are the same to a user; these are neighbours. */
static int keep_choices(walk *walk, const struct walker_transition *transitions, uint64_t count,
                        struct error *error) {
    walk->choice_count = 0;
    if (MEMORY_GROW(walk->run->memory, &walk->choices, &walk->choice_capacity, count) != 0) {
        return error_memory(error, "for the walk");
    }
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || !walker_same_way(&transitions[i - 1], &transitions[i]) ||
            !same_choice(walk, &transitions[i - 1], &transitions[i])) {
            walk->choices[walk->choice_count++] = transitions[i];
        }
    }
    walk->chosen_from = 1;
    walk->calls = walker_calls(walk->walker);
    return 0;
}

int walk_choices(walk *walk, const struct walker_transition **choices, uint64_t *count, struct error *error) {
    const struct walker_transition *transitions;
    uint64_t transition_count;
    int valid = walk->chosen_from && walk->calls == walker_calls(walk->walker);
    if (!valid &&
        (walker_transitions(walk->walker, walk_state(walk), &transitions, &transition_count, error) != 0 ||
         keep_choices(walk, transitions, transition_count, error) != 0)) {
        return -1;
    }
    *choices = walk->choices;
    *count = walk->choice_count;
    return 0;
}

/* Which of the choices with its label and target this is, from 0 on. */
static uint32_t way_of(walk *walk, uint64_t choice) {
    uint32_t way = 0;
    while (choice > 0 && same_choice(walk, &walk->choices[choice - 1], &walk->choices[choice])) {
        choice--;
        way++;
    }
    return way;
}

/* Whether the step that is kept at this position, if any, is this choice, which leads to walk->target. */
static int is_step(const walk *walk, uint64_t position, const char *label, uint32_t way) {
    return position < walk->trace.steps && walk->trace.labels[position] == label &&
           trace_way(&walk->trace, position) == way &&
           memcmp(trace_state(&walk->trace, position + 1), walk->target,
                  walk->components * sizeof *walk->target) == 0;
}

int walk_next_choice(walk *walk, uint64_t *choice, struct error *error) {
    const struct walker_transition *choices;
    const struct trace *trace = &walk->trace;
    uint64_t count,
        next = walk->position == trace->steps && trace->lasso < trace->steps ? trace->lasso : walk->position;
    *choice = UINT64_MAX;
    if (walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count && next < trace->steps && *choice == UINT64_MAX; i++) {
        uint32_t way = way_of(walk, i);
        walker_target(walk->walker, walk_state(walk), &choices[i], walk->target);
        *choice = is_step(walk, next, choices[i].label, way) ? i : UINT64_MAX;
    }
    return 0;
}

/* Takes the step to walk->target. */
static int step(walk *walk, const char *label, uint32_t way, struct error *error) {
    if (!is_step(walk, walk->position, label, way)) {
        struct memory *memory = walk->run->memory;
        uint64_t steps = walk->trace.steps;
        uint32_t before = trace_way(&walk->trace, walk->position);
        if (trace_set_way(memory, &walk->trace, walk->position, way) != 0) {
            return error_memory(error, "for the walk");
        }
        walk->trace.steps = walk->position;
        if (trace_append(memory, &walk->trace, label, walk->target) != 0) {
            walk->trace.steps = steps;
            trace_set_way(memory, &walk->trace, walk->position, before);
            return error_memory(error, "for the walk");
        }
        walk->trace.lasso = TRACE_NO_LASSO;
        walk->added++;
    }
    walk->position++;
    walk->chosen_from = 0;
    return 0;
}

int walk_take(walk *walk, uint64_t choice, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    if (walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    uint32_t way = way_of(walk, choice);
    walker_target(walk->walker, walk_state(walk), &choices[choice], walk->target);
    return step(walk, choices[choice].label, way, error);
}

/* A number from 0 to 1, exclusive. */
static double random_share(uint64_t *random) {
    *random += 0x9e3779b97f4a7c15u;
    return (double)(core_mix(*random) >> 11) * 0x1p-53;
}

/* One of the transitions by their chances. */
static uint64_t draw(const struct walker_transition *choices, uint64_t count, uint64_t *random) {
    double total = 0;
    int differ = 0;
    for (uint64_t i = 0; i < count; i++) {
        total += choices[i].chance;
        differ |= choices[i].chance != choices[0].chance;
    }
    if (!differ || !(total > 0) || !isfinite(total)) {
        *random += 0x9e3779b97f4a7c15u;
        return core_multiply_high(core_mix(*random), count);
    }
    double left = random_share(random) * total;
    uint64_t last = 0; /* with a chance: rounding may leave a rest after it */
    for (uint64_t i = 0; i < count; i++) {
        if (choices[i].chance > 0) {
            last = i;
            if (left < choices[i].chance) {
                return i;
            }
            left -= choices[i].chance;
        }
    }
    return last;
}

int walk_take_random(walk *walk, uint64_t *random, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    if (run_ask(walk->run, error, "the walk was interrupted") != 0 ||
        walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    if (count == 0) {
        return 0;
    }
    return walk_take(walk, draw(choices, count, random), error) != 0 ? -1 : 1;
}

void walk_goto(walk *walk, uint64_t position) {
    walk->position = position;
    walk->chosen_from = 0;
}

/* Whether the choice leads to the state; sets walk->target to the target of the choice. */
static int leads_to(walk *walk, const struct walker_transition *choice, const uint32_t *state) {
    walker_target(walk->walker, walk_state(walk), choice, walk->target);
    return memcmp(walk->target, state, walk->components * sizeof *state) == 0;
}

/* Takes a step of a trace. */
static int load_step(walk *walk, const struct trace *trace, uint64_t at, struct error *error) {
    const char *label = trace->labels[at];
    uint32_t way = 0, wanted = trace_way(trace, at);
    const struct walker_transition *choices;
    uint64_t count;
    if (run_ask(walk->run, error, "interrupted") != 0 || walk_choices(walk, &choices, &count, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (strcmp(choices[i].label, label) == 0 && leads_to(walk, &choices[i], trace_state(trace, at + 1)) &&
            way++ == wanted) {
            return step(walk, choices[i].label, wanted, error);
        }
    }
    return error_set(error, ERROR_INPUT,
                     "step %llu, '%.200s', is not a step of the network: after the steps before it, it is "
                     "impossible or leads to another state",
                     (unsigned long long)walk->position + 1, label);
}

/* Sets the state to which the trace returns; it must be one of its states. */
static int load_lasso(walk *walk, uint64_t lasso, struct error *error) {
    const struct trace *trace = &walk->trace;
    if (lasso > trace->steps || memcmp(trace_state(trace, lasso), trace_state(trace, trace->steps),
                                       walk->components * sizeof *walk->target) != 0) {
        return error_set(error, ERROR_INPUT, "the trace does not lead back to the state after step %llu",
                         (unsigned long long)lasso);
    }
    walk->trace.lasso = lasso;
    return 0;
}

int walk_follow(walk *walk, const struct trace *trace, struct error *error) {
    int failed = 0;
    for (uint64_t i = 0; i < trace->steps && failed == 0; i++) {
        failed = load_step(walk, trace, i, error);
    }
    return failed;
}

static void begin_in(walk *walk, const uint32_t *state) {
    walk_goto(walk, 0);
    walk->trace.steps = 0;
    memcpy(walk->trace.states, state, walk->components * sizeof *walk->target);
    walk->trace.lasso = TRACE_NO_LASSO;
}

void walk_begin(walk *walk, uint64_t initial) {
    uint64_t count;
    begin_in(walk, walker_initial(walk->walker, &count) + initial * walk->components);
    walk->added++;
}

int walk_load(walk *walk, const struct trace *trace, struct error *error) {
    if (trace->components != walk->components) {
        return error_set(error, ERROR_INPUT, "the trace has %u processes, the network has %u",
                         trace->components, walk->components);
    }
    if (!walker_is_initial(walk->walker, trace_state(trace, 0))) {
        return error_set(error, ERROR_INPUT, "the trace does not begin in the initial state of the network");
    }
    begin_in(walk, trace_state(trace, 0));
    int failed = walk_follow(walk, trace, error);
    if (failed == 0 && trace->lasso != TRACE_NO_LASSO) {
        failed = load_lasso(walk, trace->lasso, error);
    }
    walk_goto(walk, 0);
    return failed;
}
