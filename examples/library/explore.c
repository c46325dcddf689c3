/*
 * usage: explore NETWORK [FORMULA]...
 *
 * A program that uses libheddle: it reads an EXP network, generates its state space, prints states and
 * transitions of small ones, and checks that there is no deadlock and that the formulas hold. Ctrl-C ends it.
 *
 *     cc explore.c -o explore $(pkg-config --cflags --libs heddle)
 *
 * Exit status: 0 everything holds, 1 something is violated, 2 an error, 3 something is undecided.
 */
#include <heddle.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 20 /* states that are worth printing */

static heddle_context *context; /* for the signal handler, which has no arguments */

static void on_signal(int number) {
    (void)number;
    heddle_stop(context);
}

static int fail(void) {
    const struct heddle_message *error = heddle_last_error(context);
    fprintf(stderr, "explore: %s\n", error->whole);
    return error->code == HEDDLE_MEMORY || error->code == HEDDLE_LIMIT || error->code == HEDDLE_INTERRUPTED
               ? 3
               : 2;
}

static void print_warning(void *user, const struct heddle_message *warning) {
    (void)user;
    fprintf(stderr, "explore: warning: %s\n", warning->whole);
}

/* --- the state space --- */

static int print_state(void *user, uint64_t state, const uint32_t *local_states, uint32_t components) {
    heddle_network *network = user;
    printf("state %" PRIu64 ":", state);
    for (uint32_t i = 0; i < components; i++) {
        printf(" %s %" PRIu32, heddle_network_component(network, i), local_states[i]);
    }
    printf("\n");
    return 0;
}

static int print_transition(void *user, uint64_t from, const char *label, uint64_t to) {
    (void)user;
    printf("%" PRIu64 " -- %s --> %" PRIu64 "\n", from, label, to);
    return 0;
}

/* 0, or the exit status. */
static int explore(heddle_network *network) {
    struct heddle_counts counts;
    heddle_space *space = heddle_space_create(network, &counts);
    if (space == NULL) {
        return fail();
    }
    printf("%" PRIu64 " states, %" PRIu64 " transitions, %" PRIu64 " deadlocks, searched by %s\n",
           counts.states, counts.transitions, counts.deadlocks, counts.device);
    if (heddle_space_states(space) <= SMALL) {
        heddle_space_visit_states(space, print_state, network);
        heddle_space_visit_transitions(space, print_transition, NULL);
    }
    heddle_space_free(space);
    return 0;
}

/* --- properties --- */

static void print_trace(const struct heddle_trace *trace) {
    for (uint64_t step = 0; step < trace->steps; step++) {
        if (step == trace->lasso) {
            printf("  again and again:\n");
        }
        printf("  %s\n", trace->labels[step]);
    }
}

/* user: the exit status so far. */
static void print_result(void *user, const struct heddle_result *result) {
    static const char *const verdicts[] = {"holds", "is violated", "is undecided"};
    int *status = user;
    printf("%s %s%s%s\n", result->name, verdicts[result->verdict], result->why != NULL ? ": " : "",
           result->why != NULL ? result->why->whole : "");
    if (result->verdict == HEDDLE_VIOLATED) {
        *status = 1;
        if (result->trace != NULL) {
            print_trace(result->trace);
        }
    } else if (result->verdict == HEDDLE_UNDECIDED && *status == 0) {
        *status = 3;
    }
}

/* The exit status. */
static int check(heddle_network *network, char **formulas, uint32_t count) {
    int status = 0;
    struct heddle_property *properties = calloc(count + 1, sizeof *properties);
    if (properties == NULL) {
        fprintf(stderr, "explore: out of memory\n");
        return 3;
    }
    properties[0].kind = HEDDLE_DEADLOCK_FREE;
    for (uint32_t i = 0; i < count; i++) {
        properties[1 + i] = (struct heddle_property){HEDDLE_FORMULA, formulas[i]};
    }
    if (heddle_check(network, properties, count + 1, print_result, &status) != 0) {
        status = fail();
    }
    free(properties);
    return status;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: explore NETWORK [FORMULA]...\n");
        return 2;
    }
    context = heddle_create();
    if (context == NULL) {
        fprintf(stderr, "explore: out of memory\n");
        return 3;
    }
    signal(SIGINT, on_signal);
    heddle_set_warning(context, print_warning, NULL);
    heddle_set_timeout(context, 600);
    heddle_network *network = heddle_network_open(context, argv[1]);
    int status = network == NULL ? fail() : explore(network);
    if (status == 0) {
        status = check(network, argv + 2, (uint32_t)(argc - 2));
    }
    heddle_network_close(network);
    heddle_free(context);
    return status;
}
