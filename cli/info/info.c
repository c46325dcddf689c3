/* heddle info: what a network or a model is made of. */
#include "cli/info/info.h"

#include <unistd.h>

#include "base/array.h"
#include "base/text/text.h"
#include "cli/info/info_estimate.h"
#include "cli/program.h"
#include "explorer/model/network.h"

static const struct option_row rows[] = {
    {"labels", 'l', OPTION_FLAG, offsetof(struct info_options, labels), NULL, 0, 0, "list the labels, too"},
    {"labels-only", 0, OPTION_FLAG, offsetof(struct info_options, labels_only), NULL, 0, 0,
     "print only the labels, one a line, unescaped"},
    {"estimate", 0, OPTION_FLAG, offsetof(struct info_options, estimate), NULL, 0, 0,
     "search up to about 100000 states, and show how many are left by partial-order reduction (for "
     "deadlocks), minimising and composing"},
    JOB_ROWS(struct info_options, "print no progress"),
    READER_ROWS(struct info_options),
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
};

void info_print_label(const char *label) {
    if (isatty(STDOUT_FILENO)) {
        text_print(label, 0, stdout);
    } else {
        fputs(label, stdout);
    }
    fputc('\n', stdout);
}

/* Of a PRISM model. Returns the exit code. */
static int show_prism(struct job *job, const language_tree *tree, const struct info_options *options,
                      const char *path) {
    const struct prism_model *model = prism_tree_model(language_prism(tree));
    struct estimates estimates = {.count = 0};
    if (options->estimate) {
        struct network *network = NULL;
        const int failed =
            job_compile(job, tree, &network) != 0 || estimate_reductions(job, network, &estimates) != 0;
        network_free(&job->memory, network);
        if (failed) {
            return job_fail(job);
        }
    }
    return info_prism(job, model, options, options->estimate ? &estimates : NULL, path);
}

static int show(struct job *job, const struct option_list *operands, void *values) {
    const struct info_options *options = values;
    const char *path = operands->items[0];
    language_tree *tree = NULL;
    int code = EXIT_DONE;
    if (job_configure(job, &options->run) != 0 ||
        (tree = job_read_tree(job, path, &options->reader)) == NULL) {
        return job_fail(job);
    }
    switch (language_of(tree)) {
    case LANGUAGE_EXP:
        code = info_network(job, tree, options, path);
        break;
    case LANGUAGE_PRISM:
        code = show_prism(job, tree, options, path);
        break;
    }
    language_free(tree);
    return code;
}

int info_main(int argc, char **argv) {
    struct info_options options = {.run = {.timeout = -1, .device = "auto"}};
    return job_command(&info_command, argc, argv, &options, show);
}
