/* heddle info of networks. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "cli/info/info.h"
#include "cli/result_rows.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"

#define ROWS_SHOWN 60

struct info {
    const char *command, *input;
    uint64_t memory_bytes;
    double seconds;
    struct info_result result;
};

#define AT(member) offsetof(struct info, member)

static const struct statistic_row info_rows[] = {
    COMMAND_ROWS(struct info, "network"),
    {"component_count", "processes", NULL, STATISTIC_COUNT, AT(result.components)},
    {"variable_count", "variables", NULL, STATISTIC_COUNT, AT(result.variables)},
    {"label_count", "labels", NULL, STATISTIC_COUNT, AT(result.labels)},
    {"rules", "rules", NULL, STATISTIC_COUNT, AT(result.rules)},
    {"sub_rules", "sub-rules", NULL, STATISTIC_COUNT, AT(result.sub_rules)},
    {"guards", "guards", NULL, STATISTIC_COUNT, AT(result.guards)},
    {"bits", "bits of a state", NULL, STATISTIC_COUNT, AT(result.bits)},
    {"words", "words of a state", NULL, STATISTIC_COUNT, AT(result.words)},
    {"key_words", "words when folded", NULL, STATISTIC_COUNT, AT(result.key_words)},
    {"model_bytes", "compiled model", NULL, STATISTIC_BYTES, AT(result.model_bytes)},
    {"total_seconds", "time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
};

#define INFO_ROWS LENGTH(info_rows)

static uint32_t component_bits(const struct network_component *component) {
    return model_field_bits(component->states);
}

static uint32_t component_blocked(const struct network_component *component) {
    uint32_t blocked = 0;
    for (uint32_t i = 0; i < component->lts->label_count; i++) {
        blocked += component->class_of[i] == NETWORK_DEAD_CLASS;
    }
    return blocked;
}

/* How many components are listed, and the width of their names. */
static uint32_t count_shown(const struct network *network, int *width) {
    uint32_t shown = network->component_count > ROWS_SHOWN + 10 ? ROWS_SHOWN : network->component_count;
    *width = 9;
    for (uint32_t i = 0; i < shown; i++) {
        int length = (int)text_shown_width(network->components[i].name);
        *width = length > *width ? length : *width;
    }
    return shown;
}

/* Of a network with PRISM models: their variables, and processes that are tables. */
static void print_variables(const struct network *network, uint32_t shown, int width) {
    printf("\n%-*s  %-8s  %11s  %4s\n", width, "component", "kind", "values", "bits");
    for (uint32_t i = 0; i < shown; i++) {
        const struct network_component *component = &network->components[i];
        char values[QUANTITY_TEXT];
        text_print(component->name, (size_t)width, stdout);
        printf("  %-8s  %11s  %4u\n", component->is_process ? "process" : "variable",
               quantity_number(component->states, values), component_bits(component));
    }
}

static void print_processes(const struct network *network, uint32_t shown, int width) {
    printf("\n%-*s  %11s  %14s  %10s  %10s  %10s  %4s\n", width, "process", "states", "moves", "labels",
           "blocked", "classes", "bits");
    for (uint32_t i = 0; i < shown; i++) {
        const struct network_component *component = &network->components[i];
        char states[QUANTITY_TEXT], moves[QUANTITY_TEXT];
        text_print(component->name, (size_t)width, stdout);
        printf("  %11s  %14s  %10u  %10u  %10u  %4u\n", quantity_number(component->lts->states, states),
               quantity_number(component->lts->moves, moves), component->lts->label_count,
               component_blocked(component), component->classes, component_bits(component));
    }
}

static void print_components(const struct network *network) {
    int width;
    const uint32_t shown = count_shown(network, &width);
    (network->data != NULL ? print_variables : print_processes)(network, shown, width);
    if (shown < network->component_count) {
        printf("... and %u more (--json lists all)\n", network->component_count - shown);
    }
}

static void print_rows(const struct info *info, int labels) {
    const struct network *network = info->result.network;
    statistics_print(info_rows, INFO_ROWS, info, 0, stdout);
    print_components(network);
    estimates_print(&info->result.estimates);
    if (labels) {
        printf("\nlabels\n");
        for (uint32_t i = 0; i < network->label_count; i++) {
            fputs("  ", stdout);
            text_print(network->labels[i].text, 0, stdout);
            fputc('\n', stdout);
        }
    }
}

static json_t *json_table(struct job *job, const struct network_component *component) {
    return json_pack(
        "{s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "name", json_text(&job->memory, component->name),
        "path", json_text(&job->memory, component->lts->path), "states", (json_int_t)component->lts->states,
        "initial", (json_int_t)component->lts->initial, "moves", (json_int_t)component->lts->moves, "labels",
        (json_int_t)component->lts->label_count, "blocked_labels", (json_int_t)component_blocked(component),
        "classes", (json_int_t)component->classes, "bits", (json_int_t)component_bits(component));
}

static json_t *json_variable(struct job *job, const struct network_component *component) {
    return json_pack("{s:o, s:s, s:I, s:I, s:I}", "name", json_text(&job->memory, component->name), "kind",
                     component->is_process ? "process" : "variable", "states", (json_int_t)component->states,
                     "initial", (json_int_t)component->initial, "bits",
                     (json_int_t)component_bits(component));
}

static json_t *json_components(struct job *job, const struct network *network) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < network->component_count; i++) {
        const struct network_component *component = &network->components[i];
        json_t *object = component->lts != NULL ? json_table(job, component) : json_variable(job, component);
        if (json_array_append_new(list, object) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static json_t *json_labels(struct job *job, const struct network *network) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < network->label_count; i++) {
        if (json_array_append_new(list, json_text(&job->memory, network->labels[i].text)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static int print_json(struct job *job, const struct info *info, int labels) {
    const struct network *network = info->result.network;
    json_t *object = json_object();
    int failed = statistics_json(&job->memory, info_rows, INFO_ROWS, info, object) != 0 ||
                 json_object_set_new(object, "components", json_components(job, network)) != 0 ||
                 (labels && json_object_set_new(object, "labels", json_labels(job, network)) != 0) ||
                 estimates_add_json(&info->result.estimates, object) != 0;
    if (failed) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

void info_network_labels(const struct network *network) {
    for (uint32_t i = 0; i < network->label_count; i++) {
        info_print_label(network->labels[i].text);
    }
}

int info_network(struct job *job, const struct info_options *options, const struct info_result *result) {
    struct info info = {.command = "info",
                        .input = options->request.path,
                        .seconds = run_clock() - job->started,
                        .memory_bytes = memory_peak(&job->memory)};
    /* not in the initialiser: gcc 12 clears bytes there that it takes for padding, but are none */
    info.result = *result;
    if (options->request.run.json) {
        return print_json(job, &info, options->labels || options->labels_only);
    }
    print_rows(&info, options->labels);
    return 0;
}
