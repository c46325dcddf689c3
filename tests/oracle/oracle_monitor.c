/* Monitors of the oracle: an AUT file is read and followed by definition, without any optimisation. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tests/oracle/oracle_property.h"
#include "tests/support/testing.h"

#define MOST_LINE 4096

struct move {
    uint32_t from, to;
    char *label;
};

struct oracle_monitor {
    struct oracle_automaton automaton;
    uint8_t *kind, *error;
    struct move *moves;
    uint64_t count;
    uint32_t *targets; /* targets of the last answer */
};

void oracle_normal_label(const struct exp_options *options, const char *label, char *out) {
    int internal = 0;
    for (uint32_t k = 0; k < options->internal_count + 2; k++) {
        const char *name = k == 0 ? "i" : k == 1 ? "tau" : options->internal[k - 2];
        internal |= (options->ignore_case ? strcasecmp(label, name) : strcmp(label, name)) == 0;
    }
    strcpy(out, internal ? "i" : label);
    for (; options->ignore_case && !internal && *out != '\0'; out++) {
        *out = (char)toupper((unsigned char)*out);
    }
}

/* `(FROM, LABEL, TO)`, the label bare or in quotes. */
static void read_move(char *line, const struct exp_options *options, struct move *move) {
    char *begin = strchr(line, ',') + 1, *end = strrchr(line, ',');
    move->from = (uint32_t)strtoul(strchr(line, '(') + 1, NULL, 10);
    move->to = (uint32_t)strtoul(end + 1, NULL, 10);
    while (isspace((unsigned char)*begin)) {
        begin++;
    }
    while (end > begin && isspace((unsigned char)end[-1])) {
        end--;
    }
    if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
        begin++;
        end--;
    }
    *end = '\0';
    move->label = test_allocate(strlen(begin), 2);
    oracle_normal_label(options, begin, move->label);
}

static uint32_t follow(void *context, uint32_t state, const char *label, const uint32_t **targets) {
    struct oracle_monitor *monitor = context;
    uint32_t count = 0;
    for (uint64_t i = 0; i < monitor->count; i++) {
        if (monitor->moves[i].from != state || strcmp(monitor->moves[i].label, label) != 0) {
            continue;
        }
        int known = 0;
        for (uint32_t k = 0; k < count; k++) {
            known |= monitor->targets[k] == monitor->moves[i].to;
        }
        if (!known) {
            monitor->targets[count++] = monitor->moves[i].to;
        }
    }
    *targets = monitor->targets;
    if (count == 0) {
        monitor->targets[count++] = state;
    }
    return count;
}

struct oracle_monitor *oracle_monitor_read(const char *path, const struct exp_options *options,
                                           const uint64_t *error_states, uint32_t error_state_count) {
    char line[MOST_LINE];
    unsigned initial, states;
    unsigned long long moves;
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL ||
        sscanf(line, "des (%u, %llu, %u)", &initial, &moves, &states) != 3) {
        abort();
    }
    struct oracle_monitor *monitor = test_allocate(1, sizeof *monitor);
    monitor->kind = test_allocate(states, 1);
    monitor->error = test_allocate(states, 1);
    monitor->targets = test_allocate(states, sizeof *monitor->targets);
    monitor->moves = test_allocate(moves, sizeof *monitor->moves);
    monitor->count = moves;
    for (uint64_t i = 0; i < moves; i++) {
        if (fgets(line, sizeof line, file) == NULL) {
            abort();
        }
        read_move(line, options, &monitor->moves[i]);
        if (strcmp(monitor->moves[i].label, "ERROR") == 0) {
            monitor->error[monitor->moves[i].from] = 1;
        }
    }
    fclose(file);
    for (uint32_t i = 0; i < error_state_count; i++) {
        monitor->error[error_states[i]] = 1;
    }
    for (uint32_t state = 0; state < states; state++) {
        monitor->kind[state] = monitor->error[state] ? ORACLE_STOP : ORACLE_STEP;
    }
    monitor->automaton =
        (struct oracle_automaton){states, initial, monitor->kind, monitor->error, follow, monitor};
    return monitor;
}

void oracle_monitor_free(struct oracle_monitor *monitor) {
    for (uint64_t i = 0; i < monitor->count; i++) {
        free(monitor->moves[i].label);
    }
    free(monitor->moves);
    free(monitor->targets);
    free(monitor->kind);
    free(monitor->error);
    free(monitor);
}

const struct oracle_automaton *oracle_monitor_automaton(const struct oracle_monitor *monitor) {
    return &monitor->automaton;
}
