/* heddle compare: whether two state spaces are equivalent, or what one can do and the other cannot. */
#include "cli/reduce/compare.h"

#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "base/stream/output.h"
#include "checker/evidence/evidence_put.h"
#include "cli/front.h"
#include "api/output_name.h"
#include "cli/program.h"
#include "cli/reduce/compare_model.h"
#include "cli/reduce/confirm.h"
#include "cli/reduce/related.h"
#include "decompose/mdp/mdp.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/table/file_format.h"

struct compare_command_options {
    struct reduce_options reduce;
    int preorder; /* index, or -1 */
    const char *evidence;
};

static const struct option_row rows[] = {
    {"preorder", 0, OPTION_CHOICE, offsetof(struct compare_command_options, preorder),
     "simulation|trace|weaktrace", 0, 0,
     "ask whether B can do all that A can. simulation: B simulates A. trace: each finite sequence of labels "
     "of A is one of B. weaktrace: the same without internal steps"},
    {"evidence", 0, OPTION_TEXT, offsetof(struct compare_command_options, evidence), "FILE", 0, 0,
     "write evidence for `heddle verify` to FILE (.gz or .zst: compressed): a difference, or the classes of "
     "all states"},
    REDUCE_ROWS(
        "strong (the default), branching, divbranching or weak bisimulation; the same finite sequences of "
        "labels, with internal steps (trace) or without (weaktrace); or probabilistic: as strong, but the "
        "numbers of `rate R`, `prob P` and Markov models are added"),
};

static const struct option_row advanced_rows[] = {
    SEARCH_ADVANCED_ROWS(struct reduce_options),
};

static const struct options_hint hints[] = {
    {"strong", "use --equivalence strong"}, {"branching", "use --equivalence branching"},
    {"weak", "use --equivalence weak"},     {"trace", "use --equivalence trace"},
    {"inclusion", "use --preorder trace"},  {NULL, NULL},
};

static const struct option_argument arguments[] = {
    {"evidence", COMPLETION_FILES, "json"},
    {"hide", COMPLETION_LABELS, NULL},
    {"hide-all-but", COMPLETION_LABELS, NULL},
    {NULL, COMPLETION_FILES, NULL},
};

const struct options_command compare_command = {
    .name = "compare",
    .operands = "A B",
    .endings = "exp aut prism pm nm sm pnm drn tra",
    .summary = "compare two state spaces by an equivalence or a preorder",
    .description =
        "Searches A and B, networks or PRISM models, or reads graphs (.aut; for probabilistic also .drn and "
        ".tra; plain or compressed). Hides labels in both. Says whether they are equivalent, or with "
        "--preorder whether B can do all that A can.\n\nIf not, it shows a difference. That is a shortest "
        "sequence of labels that only one of them has, or after which only one has a livelock or a deadlock. "
        "If there is none, it is a formula that only one of them satisfies. `heddle check` confirms it on "
        "both inputs, or for probabilistic `heddle verify`.\n\nThe exit status is 0 if the relation holds, 1 "
        "if it does not, and 3 if a limit was reached.",
    .arguments = arguments,
    .hints = hints,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

static enum compare_relation relation_of(const struct compare_command_options *options) {
    return options->preorder >= 0 ? (enum compare_relation)(COMPARE_FIRST_PREORDER + options->preorder)
                                  : (enum compare_relation)options->reduce.equivalence;
}

/* --- the difference --- */

#define LABELS_SHOWN 200u /* of a word, in the rows for people */

static const char *const ordinals[] = {"first", "second"};

/* Checks the formula on both operands. 1 if both verdicts are as they should be, 0 if one is undecided (with
 * a message), or -1. */
static int confirm(struct compare_work *work, struct evidence_writer *evidence) {
    struct job *job = work->job;
    const struct difference *difference = &work->comparison.difference;
    for (int k = 0; k < 2; k++) {
        struct confirmation confirmation;
        enum verdict truth = difference->holds_in == k + 1 ? VERDICT_HOLDS : VERDICT_VIOLATED;
        if (confirm_formula(job, &work->options->reduce, &work->operands[k], difference->formula.data,
                            evidence, &confirmation) != 0) {
            return -1;
        }
        if (confirmation.verdict == VERDICT_UNDECIDED) {
            job_warning(job, "the formula is not checked on %.200s: %s", work->operands[k].path,
                        confirmation.why.text);
            return 0;
        }
        if (confirmation.verdict != truth) {
            return error_set(
                &job->error, ERROR_INPUT,
                "a check of the formula on %.200s does not confirm the difference: this is an error "
                "of heddle, please report it",
                work->operands[k].path);
        }
    }
    return 1;
}

/* Checks the formula, and writes the verdicts as evidence. As confirm. */
static int confirm_in_file(struct compare_work *work) {
    struct job *job = work->job;
    struct evidence_writer writer = {.run = &job->run, .error = &job->error};
    if (evidence_writer_open(&writer, work->options->evidence) != 0) {
        return -1;
    }
    int confirmed = confirm(work, &writer);
    writer.failed |= confirmed != 1;
    if (evidence_writer_close(&writer) != 0 && confirmed == 1) {
        return -1;
    }
    work->result.evidence = confirmed == 1 ? output_name_shown(work->options->evidence) : NULL;
    return confirmed;
}

static void say_not_written(struct compare_work *work, const char *why) {
    if (work->options->evidence != NULL) {
        job_message(work->job, "%s: not written: %s", work->options->evidence, why);
    }
}

/* Whether a check of the formula is worth trying; reasons are printed. 0, or -1 with job->error. */
static int check_difference(struct compare_work *work) {
    struct job *job = work->job;
    double begun = run_clock();
    if (work->result.formula == NULL) {
        say_not_written(work, "there is no formula");
        return 0;
    }
    int confirmed = work->options->evidence != NULL ? confirm_in_file(work) : confirm(work, NULL);
    work->confirmed = confirmed == 1;
    work->result.check_seconds = run_clock() - begun;
    work->result.checked = work->confirmed                                    ? "on both inputs"
                           : confirmed == 0 || job->error.code != ERROR_INPUT ? "no"
                                                                              : NULL;
    if (confirmed < 0 && job_exit_code(job->error.code) == EXIT_UNDECIDED) {
        job_warning(job, "the formula is not checked: %s", job->error.text);
        job->error.code = ERROR_NONE;
        confirmed = 0;
    }
    if (confirmed == 0) {
        say_not_written(work, "the formula is not checked");
    }
    return confirmed < 0 ? -1 : 0;
}

/* "trace, of the first alone" and the labels of the word. 0, or -1 with job->error. */
static int describe(struct compare_work *work) {
    struct memory *memory = &work->job->memory;
    const struct difference *difference = &work->comparison.difference;
    struct text_buffer *text = &work->difference_text, *word = &work->word_text;
    int failed = text_buffer_add(memory, text, difference_kind_name(difference->kind)) != 0;
    const int of = difference->word_of != 0 ? difference->word_of : difference->holds_in;
    if (of != 0) {
        failed = failed || text_buffer_add(memory, text, ", of the ") != 0 ||
                 text_buffer_add(memory, text, ordinals[of - 1]) != 0 ||
                 text_buffer_add(memory, text, " alone") != 0;
    }
    const uint64_t shown = difference->length <= LABELS_SHOWN ? difference->length : LABELS_SHOWN;
    for (uint64_t at = 0; at < shown && !failed; at++) {
        failed = (at > 0 && text_buffer_add(memory, word, ", ") != 0) ||
                 text_buffer_add(memory, word, difference->word[at]) != 0;
    }
    if (shown < difference->length && !failed) {
        char count[QUANTITY_TEXT];
        failed = text_buffer_add(memory, word, ", .. and ") != 0 ||
                 text_buffer_add(memory, word, quantity_number(difference->length - shown, count)) != 0 ||
                 text_buffer_add(memory, word, " more (--json lists all)") != 0;
    }
    work->result.difference = text->data;
    work->result.word = word->data;
    work->result.formula = difference->formula.data;
    if (difference->why.code != ERROR_NONE) {
        job_message(work->job, "no formula: %s", difference->why.text);
    }
    return failed ? error_memory(&work->job->error, "for the difference") : 0;
}

/* Writes evidence of a formula with numbers, which was evaluated when it was made. 0, or -1 with job->error.
 */
static int write_difference(struct compare_work *work) {
    const char *path = work->options->evidence;
    work->confirmed = work->comparison.difference.measured.nodes.count > 0;
    work->result.checked = work->confirmed ? "on the classes of both inputs" : NULL;
    if (!work->confirmed) {
        say_not_written(work, "there is no formula");
    }
    return path == NULL || !work->confirmed ? 0 : related_write_difference(work, path);
}

/* --- the command --- */

static int check_options(struct compare_work *work, const struct option_list *operands) {
    struct job *job = work->job;
    static const enum file_format json[] = {FILE_JSON, FILE_UNKNOWN};
    const struct job_output evidence = {{"--evidence", work->options->evidence, json, NULL, -1}, 1};
    for (uint64_t i = 0; i < operands->count; i++) {
        if (file_format_is_stream(operands->items[i])) {
            return error_set(
                &job->error, ERROR_USAGE,
                "%.200s: standard input cannot be compared: the inputs are read twice; give files",
                operands->items[i]);
        }
    }
    return reduce_check_options(job, &work->options->reduce) != 0 || job_output(job, &evidence, NULL) != 0
               ? -1
               : 0;
}

static void note_operand(struct compare_work *work, int k) {
    const struct reduce_operand *operand = &work->operands[k];
    struct compare_result *result = &work->result;
    result->outcome = operand->outcome;
    result->complete = operand->complete;
    if (operand->prepared.graph != NULL || operand->model != NULL || operand->states > 0) {
        result->states[k] = operand->states;
        result->transitions[k] = operand->transitions;
    }
    if (operand->search_seconds >= 0) {
        result->search_seconds =
            operand->search_seconds + (result->search_seconds > 0 ? result->search_seconds : 0);
    }
    if (operand->graph_seconds >= 0) {
        result->graph_seconds =
            operand->graph_seconds + (result->graph_seconds > 0 ? result->graph_seconds : 0);
    }
    int differs = k == 1 && strcmp(result->device, operand->device) != 0;
    strncpy(result->engine, differs ? "both" : operand->device, sizeof result->engine - 1);
    result->device = result->engine;
}

/* Compares two graphs with labels. */
static int compare_prepared(struct compare_work *work, const char *internal) {
    struct job *job = work->job;
    const struct lump_refiner refiner = classes_refiner(&work->refining);
    struct compare_options how = {.relation = relation_of(work->options),
                                  .refiner = &refiner,
                                  .explain = 1,
                                  .internal = internal,
                                  .classes = work->options->evidence != NULL};
    const struct graph *graphs[2];
    uint32_t *state_of[2] = {NULL, NULL};
    int failed = 0;
    for (int k = 0; k < 2; k++) {
        graphs[k] = work->operands[k].prepared.graph;
        failed = failed || reduce_number_states(job, &work->operands[k], &state_of[k]) != 0;
        how.names[k] = work->operands[k].path;
        how.state_of[k] = state_of[k];
        how.labels[k] = work->operands[k].labels;
        how.alone[k] = work->operands[k].network != NULL;
    }
    failed = failed || compare_graphs(graphs, &how, &job->run, &work->comparison, &job->error) != 0;
    for (int k = 0; k < 2; k++) {
        memory_free(&job->memory, state_of[k], graphs[k]->vertices * sizeof *state_of[k]);
    }
    return failed ? -1 : 0;
}

/* 0, or -1 with job->error. */
static int compare_operands(struct compare_work *work) {
    struct job *job = work->job;
    const struct compare_command_options *options = work->options;
    struct text_buffer internal = {NULL, 0, 0};
    double begun = run_clock();
    int failed = compare_internal_actions(job, &options->reduce, &internal);
    if (failed == 0 && compare_has_models(work)) {
        failed = compare_models(work);
    } else if (failed == 0) {
        failed = compare_prepared(work, internal.data);
    }
    text_buffer_free(&job->memory, &internal);
    reduce_warn_fallback(job, &work->refining.fallback);
    work->result.seconds = run_clock() - begun;
    if (work->refining.on_device) {
        work->result.device = "cuda";
    }
    for (int k = 0; k < 2 && failed == 0; k++) {
        work->result.minimised_states[k] = work->comparison.minimised_states[k];
        work->result.minimised_transitions[k] = work->comparison.minimised_transitions[k];
    }
    return failed;
}

/* Reads, compares and explains; returns the exit code. */
static int run_command(struct compare_work *work, const struct option_list *operands) {
    struct job *job = work->job;
    int failed = check_options(work, operands) != 0;
    for (int k = 0; k < 2 && !failed; k++) {
        failed = reduce_operand_open(job, operands->items[k], &work->options->reduce, NULL,
                                     &work->operands[k]) != 0;
        note_operand(work, k);
        if (!failed && !work->operands[k].complete) {
            say_not_written(work, "a state space is incomplete");
            return EXIT_UNDECIDED;
        }
    }
    for (int k = 0; k < 2 && !failed; k++) {
        const struct mdp *other = work->operands[1 - k].model;
        if (other != NULL && !other->rates && !other->chain && work->operands[k].is_graph_file) {
            failed = reduce_model_of_graph(job, &work->options->reduce, &work->operands[k]) != 0;
        }
    }
    failed =
        failed || job_check_constants(job, &work->options->reduce.reader) != 0 ||
        reduce_warn_unmatched(job, &work->options->reduce, &work->operands[0], &work->operands[1]) != 0 ||
        job_outputs_spared(job) != 0 || compare_operands(work) != 0;
    if (!failed) {
        int related = work->comparison.related;
        *(work->options->preorder >= 0 ? &work->result.included : &work->result.equivalent) = related;
        if (related) {
            failed = work->options->evidence != NULL &&
                     related_write(work, work->options->evidence,
                                   compare_relation_name(relation_of(work->options)),
                                   work->options->preorder >= 0) != 0;
        } else {
            failed = describe(work) != 0 ||
                     (relation_of(work->options) == COMPARE_PROBABILISTIC ? write_difference(work)
                                                                          : check_difference(work)) != 0;
        }
    }
    if (failed) {
        work->result.outcome = job_outcome(job);
        const int code = job_fail(job);
        if (code == EXIT_UNDECIDED) {
            work->result.complete = 0;
            say_not_written(work, "the comparison did not end");
        }
        return code;
    }
    return work->comparison.related ? EXIT_DONE : EXIT_VIOLATED;
}

static void close_work(struct compare_work *work) {
    struct job *job = work->job;
    comparison_free(&work->comparison, &job->memory);
    text_buffer_free(&job->memory, &work->difference_text);
    text_buffer_free(&job->memory, &work->word_text);
    for (int k = 0; k < 2; k++) {
        if (work->operands[k].path != NULL) {
            reduce_operand_close(job, &work->operands[k]);
        }
    }
}

static int compare(struct job *job, const struct option_list *operands, void *values) {
    struct compare_command_options *options = values;
    options->reduce.reader.shares_constants = 1;
    if (options->preorder >= 0 && options->reduce.equivalence >= 0) {
        error_set(&job->error, ERROR_USAGE,
                  "--equivalence and --preorder exclude each other: give one of them");
        return job_fail(job);
    }
    if (options->reduce.equivalence < 0) {
        options->reduce.equivalence = EQUIVALENCE_STRONG;
    }
    front_begin(options->reduce.run.device);
    if (job_configure(job, &options->reduce.run) != 0 ||
        search_open_spill(job, &options->reduce.search) != 0) {
        return job_fail(job);
    }
    options->reduce.keep_states = options->evidence != NULL;
    struct compare_work work = {
        .job = job, .options = options, .reduce = &options->reduce, .refining = {.backend = job->backend}};
    struct compare_result *result = &work.result;
    compare_clear_result(result);
    result->command = "compare";
    result->inputs[0] = operands->items[0];
    result->inputs[1] = operands->items[1];
    *(options->preorder >= 0 ? &result->preorder : &result->equivalence) =
        compare_relation_name(relation_of(options));
    result->threads = job->run.threads;
    result->device = job_device(job);
    result->outcome = "failed";
    result->complete = 0;
    int code = run_command(&work, operands);
    result->total_seconds = run_clock() - job->started;
    result->memory_bytes = memory_peak(&job->memory);
    if (code == EXIT_UNDECIDED) {
        *(options->preorder >= 0 ? &result->inclusion : &result->equality) = "undecided";
    }
    if (code != EXIT_ERROR && compare_print(&work) != 0) {
        code = job_fail(job);
    }
    close_work(&work);
    return code;
}

int compare_main(int argc, char **argv) {
    struct compare_command_options options = {.reduce = REDUCE_DEFAULTS, .preorder = -1};
    options.reduce.equivalence = -1;
    return job_command(&compare_command, argc, argv, &options, compare);
}
