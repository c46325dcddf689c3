/* heddle info: what a network or a model is made of. */
#include "cli/info/info.h"

#include <jansson.h>
#include <unistd.h>

#include "base/array.h"
#include "base/quantity.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "cli/program.h"

static const struct option_row rows[] = {
    {"labels", 'l', OPTION_FLAG, offsetof(struct info_options, labels), NULL, 0, 0, "list the labels, too"},
    {"labels-only", 0, OPTION_FLAG, offsetof(struct info_options, labels_only), NULL, 0, 0,
     "print only the labels, one a line, unescaped"},
    {"estimate", 0, OPTION_FLAG, offsetof(struct info_request, estimate), NULL, 0, 0,
     "search up to about 100000 states, and show how many are left by partial-order reduction (for "
     "deadlocks), minimising and composing"},
    JOB_ROWS(struct info_request, "print no progress"),
    READER_ROWS(struct info_request),
};

static const struct option_rule rules[] = {
    {"labels-only", OPTION_EXCLUDES, "estimate", "prints labels alone"},
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command info_command = {
    .name = "info",
    .operands = "NET",
    .endings = "exp aut prism pm nm sm pnm",
    .summary = "show what a network or model is made of",
    .description =
        "Shows the processes of a network with their states, moves, labels and classes of labels; the number "
        "of labels, rules and guards; and the size of a state vector. Of a PRISM model, it shows modules, "
        "variables with their ranges, constants, labels and rewards, also if constants have no value.",
    .options = OPTIONS_TABLE(rows),
    .rules = rules,
};

void info_print_label(const char *label) {
    if (isatty(STDOUT_FILENO)) {
        text_print(label, 0, stdout);
    } else {
        fputs(label, stdout);
    }
    fputc('\n', stdout);
}

/* How many times fewer states than the first estimate; *at_least: or more. Negative: not known. */
static double factor_of(const struct estimates *estimates, unsigned number, int *at_least) {
    const struct estimate *all = &estimates->list[0], *way = &estimates->list[number];
    *at_least = !all->complete;
    return number == 0 || !way->complete || way->states == 0 ? -1 : (double)all->states / (double)way->states;
}

void estimates_print(const struct estimates *estimates) {
    if (estimates->count == 0) {
        return;
    }
    printf("\n%-14s  %11s  %11s\n", "estimate", "states", "times fewer");
    for (unsigned i = 0; i < estimates->count; i++) {
        const struct estimate *way = &estimates->list[i];
        char states[QUANTITY_TEXT], times[QUANTITY_TEXT];
        int at_least;
        const double factor = factor_of(estimates, i, &at_least);
        printf("%-14s  %s%*s", way->name, way->complete ? "" : ">", way->complete ? 11 : 10,
               quantity_number(way->states, states));
        if (factor >= 0) {
            printf("  %s%*s", at_least ? ">" : "", at_least ? 10 : 11, quantity_significant(factor, times));
        }
        printf("\n");
    }
}

int estimates_add_json(const struct estimates *estimates, json_t *object) {
    if (estimates->count == 0) {
        return 0;
    }
    json_t *list = json_array();
    for (unsigned i = 0; i < estimates->count; i++) {
        const struct estimate *way = &estimates->list[i];
        int at_least;
        const double factor = factor_of(estimates, i, &at_least);
        if (json_array_append_new(list, json_pack("{s:s, s:o, s:b, s:o*}", "name", way->name, "states",
                                                  json_count(way->states), "complete", way->complete,
                                                  "factor", factor < 0 ? NULL : json_real(factor))) != 0) {
            json_decref(list);
            return -1;
        }
    }
    return json_object_set_new(object, "estimates", list);
}

static int show(struct job *job, const struct option_list *operands, void *values) {
    struct info_options *options = values;
    struct info_request *request = &options->request;
    struct info_result result;
    request->path = operands->items[0];
    request->measure = !options->labels_only || request->run.json;
    if (job_configure(job, &request->run) != 0) {
        return job_fail(job);
    }
    const int failed = api_info(job, request, &result) != 0;
    int code = failed ? job_fail(job) : EXIT_DONE;
    progress_clear(&console_of(job)->progress);
    const int is_prism = info_is_prism(&result);
    if (result.network != NULL && !is_prism && !request->measure) {
        info_network_labels(result.network); /* even if there are no estimates */
    } else if (!failed &&
               (is_prism ? info_prism(job, options, &result) : info_network(job, options, &result)) != 0) {
        code = job_fail(job);
    }
    info_result_free(&result, &job->memory);
    return code;
}

int info_main(int argc, char **argv) {
    struct info_options options = {.request.run = {.timeout = -1, .device = "auto"}};
    return job_command(&info_command, argc, argv, &options, show);
}
