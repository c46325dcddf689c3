/* Carries out the commands of `heddle simulate`. */
#include "cli/simulate/simulate_session.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "cli/output_name.h"
#include "base/error.h"
#include "base/text/text.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_table.h"
#include "cli/common.h"
#include "cli/simulate/simulate_command.h"
#include "report/report.h"

#define LABELS_LISTED 12
#define LABEL_LISTED_MOST 60
#define TRACE_STEPS_SHOWN 100

/* Prints a line about what happened, unless there is no output. */
static void say(const struct simulate_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const struct simulate_session *session, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (session->out != NULL) {
        text_print_line(session->out, format, arguments);
    }
    va_end(arguments);
}

static unsigned long long wide(uint64_t number) {
    return (unsigned long long)number;
}

/* --- choices and labels --- */

/* Appends "; possible: a, b, c and 7 more" to the error's text, as far as it fits. */
static int list_possible(struct simulate_session *session, struct error *error) {
    const struct semantics_transition *choices;
    uint64_t count, listed = 0, labels = 0;
    struct error ignored;
    if (walk_choices(session->walk, &choices, &count, &ignored) != 0) {
        return -1;
    }
    size_t length = strlen(error->text), size = sizeof error->text;
    if (count == 0) {
        snprintf(error->text + length, size - length, ": it is a deadlock");
        return -1;
    }
    length += (size_t)snprintf(error->text + length, size - length, "; possible: ");
    for (uint64_t i = 0; i < count; i++) {
        if (i > 0 && choices[i].label == choices[i - 1].label) {
            continue;
        }
        if (labels++ < LABELS_LISTED && length + LABEL_LISTED_MOST + 40 < size) {
            length += (size_t)snprintf(error->text + length, size - length, "%s%.*s", listed > 0 ? ", " : "",
                                       LABEL_LISTED_MOST, choices[i].label);
            listed++;
        }
    }
    if (listed < labels) {
        snprintf(error->text + length, size - length, " and %llu more", wide(labels - listed));
    }
    return -1;
}

enum match { MATCH_LABEL, MATCH_GATE };

/* Whether `written` is the label, or its gate. */
static int matches(const struct simulate_session *session, const char *written, const char *label,
                   enum match match) {
    int fold = label_table_ignores_case(session->labels);
    size_t length = strlen(written);
    if (match == MATCH_GATE) {
        return label_text_gate_length(label, strlen(label)) == length &&
               (fold ? strncasecmp : strncmp)(written, label, length) == 0;
    }
    if (label_text_kind(session->labels, written, length) == LABEL_INTERNAL) {
        return strcmp(label, "i") == 0;
    }
    return (fold ? strcasecmp : strcmp)(written, label) == 0;
}

/* Finds the choices that match: *found of them, in a row from *first on; *found is 0 also after an error.
 * */
static int find_choices(struct simulate_session *session, const char *written, enum match match,
                        uint64_t *first, uint64_t *found, struct error *error) {
    const struct semantics_transition *choices;
    uint64_t count;
    *found = 0;
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (matches(session, written, choices[i].label, match)) {
            *first = *found == 0 ? i : *first;
            ++*found;
        }
    }
    return 0;
}

/* Finds the choices of a label, or of a gate if only one label has this gate. */
static int find_label(struct simulate_session *session, const char *written, uint64_t *first, uint64_t *found,
                      struct error *error) {
    const struct semantics_transition *choices;
    uint64_t count;
    if (find_choices(session, written, MATCH_LABEL, first, found, error) != 0) {
        return -1;
    }
    if (*found > 0) {
        return 0;
    }
    if (find_choices(session, written, MATCH_GATE, first, found, error) != 0 ||
        walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    if (*found > 0 && choices[*first].label != choices[*first + *found - 1].label) {
        *found = 0; /* several labels have the gate */
    }
    return 0;
}

static int take(struct simulate_session *session, uint64_t choice, struct error *error) {
    if (walk_take(session->walk, choice, error) != 0) {
        return -1;
    }
    uint64_t position = walk_position(session->walk);
    simulate_show_steps(session, position - 1, position);
    return 0;
}

static int choose_number(struct simulate_session *session, uint64_t number, struct error *error) {
    const struct semantics_transition *choices;
    uint64_t count;
    if (walk_choices(session->walk, &choices, &count, error) != 0) {
        return -1;
    }
    if (number == 0 || number > count) {
        error_set(error, ERROR_INPUT, "there is no transition %llu after step %llu, but %llu in all",
                  wide(number), wide(walk_position(session->walk)), wide(count));
        return list_possible(session, error);
    }
    return take(session, number - 1, error);
}

static int choose_label(struct simulate_session *session, const struct simulate_command *command,
                        struct error *error) {
    char *text = command->text;
    uint64_t first = 0, found, number = command->number;
    if (find_label(session, text, &first, &found, error) != 0) {
        return -1;
    }
    if (found == 0 && !command->quoted && (number = simulate_split_number(text)) != 0 &&
        find_label(session, text, &first, &found, error) != 0) {
        return -1;
    }
    if (found == 0 && command->usage != NULL) {
        return error_set(error, ERROR_INPUT, "the command is written `%s`", command->usage);
    }
    if (found == 0) {
        error_set(error, ERROR_INPUT, "no transition after step %llu has the label '%.200s'",
                  wide(walk_position(session->walk)), text);
        return list_possible(session, error);
    }
    if (number > found) {
        return error_set(error, ERROR_INPUT, "'%.200s' leads to %llu target%s after step %llu, not to %llu",
                         text, wide(found), found == 1 ? "" : "s", wide(walk_position(session->walk)),
                         wide(number));
    }
    if (number == 0 && found > 1) {
        say(session, "%s leads to %llu targets; this is #1:", text, wide(found));
    }
    return take(session, first + (number > 0 ? number - 1 : 0), error);
}

/* --- back and forth --- */

static int go(struct simulate_session *session, uint64_t position) {
    walk_goto(session->walk, position);
    say(session, "after step %llu", wide(position));
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

static int next(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t position = walk_position(session->walk), left = walk_length(session->walk) - position;
    if (left == 0 && steps > 0) {
        return error_set(error, ERROR_INPUT, "no step is known after step %llu", wide(position));
    }
    if (steps > left) {
        return error_set(error, ERROR_INPUT, "cannot go %llu steps on: the last step known is step %llu",
                         wide(steps), wide(position + left));
    }
    walk_goto(session->walk, position + steps);
    simulate_show_steps(session, position, position + steps);
    return 0;
}

static int go_to(struct simulate_session *session, uint64_t position, struct error *error) {
    if (position > walk_length(session->walk)) {
        return error_set(error, ERROR_INPUT, "there is no step %llu: the last step known is step %llu",
                         wide(position), wide(walk_length(session->walk)));
    }
    return go(session, position);
}

int simulate_random(struct simulate_session *session, uint64_t steps, struct error *error) {
    uint64_t begin = walk_position(session->walk), done = 0;
    int result = 1;
    session->used_random = 1;
    while (done < steps && (result = walk_take_random(session->walk, &session->random, error)) > 0) {
        done++;
    }
    simulate_show_steps(session, begin, begin + done);
    if (result == 0) {
        say(session, "deadlock after step %llu", wide(begin + done));
    }
    return result < 0 ? -1 : 0;
}

/* --- saving and loading --- */

const enum file_format simulate_formats[5] = {FILE_TXT, FILE_AUT, FILE_JSON, FILE_HTML, FILE_UNKNOWN};

int simulate_save(struct simulate_session *session, const char *path, int chosen, struct error *error) {
    struct trace trace = walk_trace(session->walk);
    enum file_format format = file_format_of_output(
        &(struct file_output){"--output", path, simulate_formats, "--format", chosen}, error);
    if (format == FILE_UNKNOWN) {
        return -1;
    }
    if (format == FILE_HTML) {
        struct report_result result = {.trace = &trace};
        struct report page = {.version = HEDDLE_VERSION,
                              .subject = session->subject,
                              .arguments = session->job->argument_texts,
                              .argument_count = session->job->argument_count,
                              .results = &result,
                              .count = 1};
        return report_write(path, &page, &session->job->run, error);
    }
    fflush(session->out); /* before a trace that goes to standard output */
    const struct evidence_claim claim = {.subject = session->subject, .trace = &trace};
    return evidence_write(path, format, &claim, &session->job->run, error);
}

static int save(struct simulate_session *session, const char *path, struct error *error) {
    if (simulate_save(session, path, -1, error) != 0) {
        return -1;
    }
    uint64_t steps = walk_position(session->walk);
    say(session, "%s: written, %llu step%s", path, wide(steps), steps == 1 ? "" : "s");
    return 0;
}

static int show_trace(struct simulate_session *session) {
    struct trace trace = walk_trace(session->walk);
    if (session->out != NULL) {
        trace_print(&trace, session->subject, session->interactive ? TRACE_STEPS_SHOWN : UINT64_MAX,
                    session->out);
    }
    return 0;
}

/* Warns if a command is also a label: the user should know that labels can be quoted. */
static void warn_of_label(struct simulate_session *session, const struct simulate_command *command) {
    uint64_t first, found;
    struct error ignored;
    if (command->kind != SIMULATE_LABEL && command->kind != SIMULATE_NOTHING && !session->job->quiet &&
        find_choices(session, command->line, MATCH_LABEL, &first, &found, &ignored) == 0 && found > 0) {
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
        return next(session, command->number, error);
    case SIMULATE_GOTO:
        return go_to(session, command->number, error);
    default:
        say(session, "random steps, seed %llu", wide(session->seed));
        return simulate_random(session, command->number, error);
    }
}

int simulate_line(struct simulate_session *session, char *line, struct error *error) {
    struct simulate_command command;
    simulate_parse(line, &command);
    warn_of_label(session, &command);
    switch (command.kind) {
    case SIMULATE_NOTHING:
        return 0;
    case SIMULATE_TRACE:
        return show_trace(session);
    case SIMULATE_STATE:
        return simulate_show_here(session, 1, error);
    case SIMULATE_ALL:
        return simulate_show_choices(session, 1, error);
    case SIMULATE_SAVE:
        return save(session, command.text, error);
    case SIMULATE_HELP:
        if (session->out != NULL) {
            simulate_print_help(session->out);
        }
        return 0;
    case SIMULATE_QUIT:
        session->ended = 1;
        return 0;
    default:
        return move(session, &command, error) != 0 ? -1
               : session->interactive              ? simulate_show_here(session, 0, error)
                                                   : 0;
    }
}
