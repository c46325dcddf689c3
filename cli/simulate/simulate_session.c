/* Carries out the commands of `heddle simulate`. */
#include "cli/simulate/simulate_session.h"

#include <string.h>

#include "api/output_name.h"
#include "base/error.h"
#include "base/text/text.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_table.h"
#include "checker/simulate/choose.h"
#include "cli/common.h"
#include "cli/simulate/screen.h"
#include "cli/simulate/simulate_command.h"
#include "report/report.h"

#define LABELS_LISTED 12
#define LABEL_LISTED_MOST 60
#define TRACE_STEPS_SHOWN 100

static unsigned long long wide(uint64_t number) {
    return (unsigned long long)number;
}

/* --- choices and labels --- */

/* Labels at the end of an error's text, "a, b, c and 7 more", as far as they fit. */
struct label_list {
    struct error *error;
    const char *last; /* the label that was added last */
    uint64_t listed, labels;
};

/* Adds a label, unless it is the last one again. */
static void list_add(struct label_list *list, const char *label) {
    struct error *error = list->error;
    size_t length = strlen(error->text), size = sizeof error->text;
    if (label == list->last) {
        return;
    }
    list->last = label;
    if (list->labels++ < LABELS_LISTED && length + LABEL_LISTED_MOST + 40 < size) {
        snprintf(error->text + length, size - length, "%s%.*s", list->listed++ > 0 ? ", " : "",
                 LABEL_LISTED_MOST, label);
    }
}

static void list_end(const struct label_list *list) {
    size_t length = strlen(list->error->text);
    if (list->listed < list->labels) {
        snprintf(list->error->text + length, sizeof list->error->text - length, " and %llu more",
                 wide(list->labels - list->listed));
    }
}

/* Appends "; possible: " and the labels that are possible to the error's text. */
static int list_possible(struct simulate_session *session, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    struct error ignored;
    if (walk_choices(session->walk, &choices, &count, &ignored) != 0) {
        return -1;
    }
    size_t length = strlen(error->text);
    snprintf(error->text + length, sizeof error->text - length,
             count == 0 ? ": it is a deadlock" : "; possible: ");
    struct label_list list = {.error = error};
    for (uint64_t i = 0; i < count; i++) {
        list_add(&list, choices[i].label);
    }
    list_end(&list);
    return -1;
}

static int take_choice(struct simulate_session *session, uint64_t choice, struct error *error) {
    if (walk_take(session->walk, choice, error) != 0) {
        return -1;
    }
    uint64_t position = walk_position(session->walk);
    return simulate_show_steps(session, position - 1, position, error);
}

static int choose_number(struct simulate_session *session, uint64_t number, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    if (number == 0 || number > count) {
        error_set(error, ERROR_INPUT, "there is no transition %llu after step %llu, but %llu in all",
                  wide(number), wide(walk_position(session->walk)), wide(count));
        return list_possible(session, error);
    }
    return take_choice(session, number - 1, error);
}

/* The error for a text that may mean several labels: "a, b, c and 7 more". */
static int list_meant(struct simulate_session *session, const char *text, const struct choose_result *found,
                      struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    error_set(error, ERROR_INPUT,
              "several labels after step %llu begin with '%.200s': ", wide(walk_position(session->walk)),
              text);
    struct label_list list = {.error = error};
    for (uint64_t i = found->first; i < count; i++) {
        const char *named = choose_named(session->walk, session->labels, text, found->found, &choices[i]);
        if (named != NULL) {
            list_add(&list, named);
        }
    }
    list_end(&list);
    return -1;
}

/* Takes the transition of this number, from 1 on, among those that a text names. */
static int take_named(struct simulate_session *session, const char *text, const struct choose_result *found,
                      uint64_t number, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count, choice = found->first;
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    for (; number > 1; number--) {
        do {
            choice++;
        } while (choose_named(session->walk, session->labels, text, found->found, &choices[choice]) == NULL);
    }
    return take_choice(session, choice, error);
}

static int choose_label(struct simulate_session *session, const struct simulate_command *command,
                        struct error *error) {
    char *text = command->text;
    uint64_t number = command->number;
    int may_shorten = !command->quoted;
    struct choose_result found;
    if (choose_find(session->walk, session->labels, text, may_shorten, &found, error) != 0) {
        return -1;
    }
    if (found.count == 0 && !command->quoted && (number = simulate_split_number(text)) != 0 &&
        choose_find(session->walk, session->labels, text, may_shorten, &found, error) != 0) {
        return -1;
    }
    if (found.count == 0 && command->usage != NULL) {
        return error_set(error, ERROR_INPUT, "the command is written `%s`", command->usage);
    }
    if (found.count == 0) {
        error_set(error, ERROR_INPUT, "no transition after step %llu has the label '%.200s'",
                  wide(walk_position(session->walk)), text);
        return list_possible(session, error);
    }
    if (found.match == CHOOSE_SEVERAL) {
        return list_meant(session, text, &found, error);
    }
    if (number > found.count) {
        return error_set(error, ERROR_INPUT, "'%.200s' names %llu transition%s after step %llu, not %llu",
                         text, wide(found.count), found.count == 1 ? "" : "s",
                         wide(walk_position(session->walk)), wide(number));
    }
    if (number == 0 && found.count > 1) {
        simulate_say(session, "%s names %llu transitions; this is #1:", text, wide(found.count));
    }
    return take_named(session, text, &found, number, error);
}

/* --- back and forth --- */

int simulate_has_loop(const struct simulate_session *session) {
    return walk_whole(session->walk)->lasso < walk_length(session->walk);
}

static int go(struct simulate_session *session, uint64_t position) {
    walk_goto(session->walk, position);
    simulate_say(session, "after step %llu", wide(position));
    return 0;
}

static int undo(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t position = walk_position(session->walk);
    if (position == 0 && steps > 0) {
        return error_set(error, ERROR_INPUT, "there is nothing to undo: this is the initial state");
    }
    if (steps > position) {
        return error_set(error, ERROR_INPUT, "cannot go %llu steps back: this is after step %llu",
                         wide(steps), wide(position));
    }
    return go(session, position - steps);
}

/* Goes `steps` steps on, beyond the end of a lasso: around its loop. */
static int next_in_loop(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t position = walk_position(session->walk), length = walk_length(session->walk);
    uint64_t loop = walk_whole(session->walk)->lasso, beyond = steps - (length - position);
    uint64_t end = loop + (beyond - 1) % (length - loop) + 1;
    const int failed = simulate_show_steps(session, position, length, error);
    walk_goto(session->walk, end);
    return failed != 0 ? -1 : simulate_show_steps(session, loop, end, error);
}

static int take_next(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t position = walk_position(session->walk), left = walk_length(session->walk) - position;
    if (steps > left && simulate_has_loop(session)) {
        return next_in_loop(session, steps, error);
    }
    if (left == 0 && steps > 0) {
        return error_set(error, ERROR_INPUT, "no step is known after step %llu", wide(position));
    }
    if (steps > left) {
        return error_set(error, ERROR_INPUT, "cannot go %llu steps on: the last step known is step %llu",
                         wide(steps), wide(position + left));
    }
    walk_goto(session->walk, position + steps);
    return simulate_show_steps(session, position, position + steps, error);
}

static int go_to(struct simulate_session *session, uint64_t position, struct error *error) {
    if (position > walk_length(session->walk)) {
        return error_set(error, ERROR_INPUT, "there is no step %llu: the last step known is step %llu",
                         wide(position), wide(walk_length(session->walk)));
    }
    return go(session, position);
}

static int begin_in(struct simulate_session *session, uint64_t number, struct error *error) {
    uint64_t count;
    walker_initial(session->walker, &count);
    if (number == 0 || number > count) {
        return error_set(error, ERROR_INPUT, "there is no initial state %llu, but %llu in all", wide(number),
                         wide(count));
    }
    walk_begin(session->walk, number - 1);
    simulate_say(session, "in the initial state %llu", wide(number));
    return 0;
}

int simulate_random(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t begin = walk_position(session->walk), done = 0;
    int result = 1;
    session->used_random = 1;
    while (done < steps && (result = walk_take_random(session->walk, &session->random, error)) > 0) {
        done++;
    }
    if (simulate_show_steps(session, begin, begin + done, error) != 0) {
        return -1;
    }
    if (result == 0) {
        simulate_say(session, "deadlock after step %llu", wide(begin + done));
    }
    return result < 0 ? simulate_end_walk(session, error) : 0;
}

/* --- saving and loading --- */

const enum file_format simulate_formats[5] = {FILE_TXT, FILE_AUT, FILE_JSON, FILE_HTML, FILE_UNKNOWN};

int simulate_save(struct simulate_session *session, const struct file_output *output, struct error *error) {
    struct trace trace = walk_trace(session->walk);
    const char *path = output->path;
    enum file_format format = file_format_of_output(output, error);
    if (format == FILE_UNKNOWN) {
        return -1;
    }
    if (format == FILE_HTML) {
        struct report_result result = {.trace = &trace};
        struct report page = {.version = HEDDLE_VERSION,
                              .subject = session->subject,
                              .arguments = console_of(session->job)->argument_texts,
                              .argument_count = console_of(session->job)->argument_count,
                              .results = &result,
                              .count = 1};
        return report_write(path, &page, &session->job->run, error);
    }
    fflush(session->out); /* before a trace that goes to standard output */
    const struct evidence_claim claim = {.subject = session->subject, .trace = &trace};
    return evidence_write(path, format, &claim, &session->job->run, error);
}

static int save(struct simulate_session *session, const char *path, struct error *error) {
    if (simulate_save(session, &(struct file_output){"save", path, simulate_formats, NULL, -1}, error) != 0) {
        return -1;
    }
    uint64_t steps = walk_position(session->walk);
    simulate_say(session, "%s: written, %llu step%s", path, wide(steps), steps == 1 ? "" : "s");
    return 0;
}

static int show_trace(struct simulate_session *session, struct error *error) {
    struct trace trace = walk_trace(session->walk);
    const struct trace_table table = {.trace = &trace,
                                      .subject = session->subject,
                                      .run = &session->job->run,
                                      .most_steps = session->interactive ? TRACE_STEPS_SHOWN : UINT64_MAX};
    return session->out != NULL && trace_print(&table, session->out) != 0
               ? simulate_should_stop(session, error)
               : 0;
}

/* Warns if a command is also a label: the user should know that labels can be quoted. */
static void warn_of_label(struct simulate_session *session, const struct simulate_command *command) {
    struct choose_result found;
    struct error ignored;
    if (command->kind != SIMULATE_LABEL && command->kind != SIMULATE_NOTHING &&
        !console_of(session->job)->quiet &&
        choose_find(session->walk, session->labels, command->line, 0, &found, &ignored) == 0 &&
        found.match == CHOOSE_LABEL) {
        job_message(session->job, "`%s` is taken as a command; the label is written \"%s\"", command->line,
                    command->line);
    }
}

/* Carries out a command that changes the state. Returns 0 or -1. */
static int move(struct simulate_session *session, const struct simulate_command *command,
                struct error *error) {
    switch (command->kind) {
    case SIMULATE_CHOOSE:
        return choose_number(session, command->number, error);
    case SIMULATE_LABEL:
        return choose_label(session, command, error);
    case SIMULATE_UNDO:
        return undo(session, command->number, error);
    case SIMULATE_NEXT:
        return take_next(session, command->number, error);
    case SIMULATE_GOTO:
        return go_to(session, command->number, error);
    case SIMULATE_INITIAL:
        return begin_in(session, command->number, error);
    case SIMULATE_REACH:
        return simulate_reach(session, command->text, error);
    case SIMULATE_UNTIL:
        return simulate_until(session, command->text, error);
    default:
        simulate_say(session, "random steps, seed %llu", wide(session->seed));
        return simulate_random(session, command->number, error);
    }
}

/* Shows the full screen, and then the state in which it was left. */
static int show_screen(struct simulate_session *session, struct error *error) {
    if (session->full_screen) {
        return 0;
    }
    return screen_run(session, error) != 0 ? -1 : session->ended ? 0 : simulate_show_here(session, 0, error);
}

int simulate_line(struct simulate_session *session, char *line, struct error *error) {
    struct simulate_command command;
    simulate_parse(line, &command);
    warn_of_label(session, &command);
    if (command.too_large != NULL) {
        return error_set(error, ERROR_INPUT, "the number %.60s%s is too large", command.too_large,
                         strlen(command.too_large) > 60 ? ".." : "");
    }
    switch (command.kind) {
    case SIMULATE_NOTHING:
        return 0;
    case SIMULATE_TRACE:
        return show_trace(session, error);
    case SIMULATE_INITIALS:
        return simulate_show_initial(session, 1, error);
    case SIMULATE_STATE:
        return simulate_show_here(session, 1, error);
    case SIMULATE_ALL:
        return simulate_show_choices(session, 1, error) == 0 ? 0 : simulate_show_error(session, error);
    case SIMULATE_SAVE:
        return save(session, command.text, error);
    case SIMULATE_HELP:
        if (session->out != NULL) {
            simulate_print_help(session->out);
        }
        return 0;
    case SIMULATE_SCREEN:
        return show_screen(session, error);
    case SIMULATE_QUIT:
        session->ended = 1;
        return 0;
    default:
        return move(session, &command, error) != 0             ? -1
               : session->interactive && !session->full_screen ? simulate_show_here(session, 0, error)
                                                               : 0;
    }
}
