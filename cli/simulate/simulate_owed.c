/* Formulas of linear time that `heddle simulate` follows: what they ask of the rest of the run. */
#include <jansson.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "cli/check/property_options.h"
#include "cli/simulate/simulate_session.h"

#define WIDEST_NAME 60
#define STEP_INDENT 8

/* --- making them --- */

static int is_followed(const struct property *property) {
    return property_is_ltl(property->kind);
}

static int refuse(struct job *job, const struct property *property) {
    return error_set(&job->error, ERROR_USAGE,
                     "--property %.200s: simulate follows formulas of linear temporal logic alone, in .ltl "
                     "files and suites",
                     property->name);
}

int simulate_formulas_read(struct job *job, const struct property_options *options, language_tree *tree,
                           struct simulate_formulas *formulas) {
    int failed = property_options_read(job, options, &formulas->list);
    formulas->properties = formulas->list.entries.count;
    formulas->property =
        memory_allocate_zeroed(&job->memory, formulas->properties * sizeof *formulas->property);
    if (formulas->property == NULL) {
        formulas->properties = 0;
        return error_memory(&job->error, "for the properties");
    }
    failed = failed || property_list_make(job, &formulas->list, tree, formulas->property) != 0;
    if (!failed) {
        property_list_warn(job, &formulas->list);
    }
    for (uint64_t i = 0; i < formulas->properties && !failed; i++) {
        const struct property *property = &formulas->property[i];
        formulas->count += (uint64_t)is_followed(property);
        failed = is_followed(property) || property->is_of_suite ? 0 : refuse(job, property);
    }
    return failed ? -1
           : formulas->properties != 0 && formulas->count == 0
               ? error_set(&job->error, ERROR_USAGE,
                           "--property: there is no formula of linear temporal logic to follow")
               : 0;
}

int simulate_formulas_follow(struct simulate_session *session) {
    struct simulate_formulas *formulas = &session->formulas;
    struct job *job = session->job;
    uint64_t made = 0;
    formulas->followed = memory_allocate_zeroed(&job->memory, formulas->count * sizeof *formulas->followed);
    formulas->name = memory_allocate_zeroed(&job->memory, formulas->count * sizeof *formulas->name);
    if (formulas->followed == NULL || formulas->name == NULL) {
        return error_memory(&job->error, "for the properties");
    }
    for (uint64_t i = 0; i < formulas->properties; i++) {
        const struct property *property = &formulas->property[i];
        if (!is_followed(property)) {
            continue;
        }
        const int width = (int)text_shown_width(property->name);
        formulas->width = width > formulas->width ? width : formulas->width;
        formulas->name[made] = property->name;
        formulas->followed[made] = followed_create(session->walk, property, &job->run, &job->error);
        if (formulas->followed[made++] == NULL) {
            return -1;
        }
    }
    formulas->width = formulas->width < WIDEST_NAME ? formulas->width : WIDEST_NAME;
    return 0;
}

void simulate_formulas_free(struct job *job, struct simulate_formulas *formulas) {
    for (uint64_t i = 0; i < formulas->count && formulas->followed != NULL; i++) {
        followed_free(formulas->followed[i]);
    }
    memory_free(&job->memory, formulas->followed,
                formulas->followed == NULL ? 0 : formulas->count * sizeof *formulas->followed);
    memory_free(&job->memory, formulas->name,
                formulas->name == NULL ? 0 : formulas->count * sizeof *formulas->name);
    for (uint64_t i = 0; i < formulas->properties; i++) {
        property_free(&formulas->property[i], &job->run);
    }
    memory_free(&job->memory, formulas->property, formulas->properties * sizeof *formulas->property);
    property_list_free(job, &formulas->list);
}

/* --- the status --- */

/* A formula after some steps of the walk. */
struct owed {
    followed *followed;
    enum followed_status status;
    uint32_t owed;
};

/* Whether the run ends in the last state of the walk; where the model has an error, it is not known to. 1, 0
 * or -1. */
static int find_end(const struct simulate_session *session, uint64_t position, struct error *error) {
    const struct walker_transition *choices;
    uint64_t count;
    if (position != walk_length(session->walk) || position != walk_position(session->walk)) {
        return 0;
    }
    return walk_choices(session->walk, &choices, &count, error) == 0 ? count == 0
           : error->code == ERROR_INPUT                              ? 0
                                                                     : -1;
}

static int look(const struct simulate_session *session, uint64_t number, uint64_t position, struct owed *owed,
                struct error *error) {
    const int ends = find_end(session, position, error);
    owed->followed = session->formulas.followed[number];
    return ends < 0 ? -1 : followed_look(owed->followed, position, ends, &owed->status, &owed->owed, error);
}

/* "open, owes F answer". */
static int write_status(const struct owed *owed, struct memory *memory, struct text_buffer *text) {
    static const char *const texts[] = {
        [FOLLOWED_OPEN] = "open",
        [FOLLOWED_SATISFIED] = "satisfied",
        [FOLLOWED_VIOLATED] = "violated",
        [FOLLOWED_TOO_LARGE] = "not known: what is owed is too large to follow",
        [FOLLOWED_NO_VALUE] = "not known: a predicate has no value in a state of the run"};
    return text_buffer_add(memory, text, texts[owed->status]) != 0 ||
                   (owed->status == FOLLOWED_OPEN && !followed_is_unchanged(owed->followed, owed->owed) &&
                    (text_buffer_add(memory, text, ", owes ") != 0 ||
                     followed_write(owed->followed, owed->owed, 1, text) != 0))
               ? -1
               : 0;
}

static int no_memory(struct error *error) {
    return error_memory(error, "for what is owed");
}

/* --- how it is shown --- */

static int show(const struct simulate_session *session, uint64_t number, const struct owed *owed,
                const char *heading, struct error *error) {
    struct text_buffer text = {0};
    const int failed = write_status(owed, &session->job->memory, &text);
    if (!failed) {
        fputs(heading, session->out);
        text_print(session->formulas.name[number], (size_t)session->formulas.width, session->out);
        fputs("  ", session->out);
        text_print(text.data, 0, session->out);
        fputc('\n', session->out);
    }
    text_buffer_free(&session->job->memory, &text);
    return failed ? no_memory(error) : 0;
}

int simulate_show_owed(const struct simulate_session *session, struct error *error) {
    struct owed owed;
    int failed = 0;
    for (uint64_t i = 0; i < session->formulas.count && session->out != NULL && !failed; i++) {
        failed = look(session, i, walk_position(session->walk), &owed, error) != 0 ||
                 show(session, i, &owed, i == 0 ? "ltl    " : "       ", error) != 0;
    }
    return failed ? -1 : 0;
}

int simulate_show_owed_changes(const struct simulate_session *session, uint64_t step, struct error *error) {
    struct owed before, after;
    char heading[STEP_INDENT + 1];
    int failed = 0;
    snprintf(heading, sizeof heading, "%*s", STEP_INDENT, "");
    for (uint64_t i = 0; i < session->formulas.count && session->out != NULL && !failed; i++) {
        failed =
            look(session, i, step, &before, error) != 0 || look(session, i, step + 1, &after, error) != 0;
        const int changes = !failed && (before.status != after.status ||
                                        (after.status == FOLLOWED_OPEN && before.owed != after.owed));
        failed = failed || (changes && show(session, i, &after, heading, error) != 0);
    }
    return failed ? -1 : 0;
}

int simulate_owed_line(const struct simulate_session *session, uint64_t number, struct text_buffer *line,
                       struct error *error) {
    struct memory *memory = &session->job->memory;
    struct owed owed;
    line->length = 0;
    return look(session, number, walk_position(session->walk), &owed, error) != 0 ? -1
           : text_buffer_add(memory, line, session->formulas.name[number]) != 0 ||
                   text_buffer_add(memory, line, ": ") != 0 || write_status(&owed, memory, line) != 0
               ? no_memory(error)
               : 0;
}

/* --- JSON --- */

static json_t *owed_json(const struct simulate_session *session, uint64_t number, const struct owed *owed) {
    static const char *const texts[] = {[FOLLOWED_OPEN] = "open",
                                        [FOLLOWED_SATISFIED] = "satisfied",
                                        [FOLLOWED_VIOLATED] = "violated",
                                        [FOLLOWED_TOO_LARGE] = "too large",
                                        [FOLLOWED_NO_VALUE] = "no value"};
    struct memory *memory = &session->job->memory;
    struct text_buffer text = {0};
    json_t *object = NULL;
    if (owed->status != FOLLOWED_OPEN || followed_write(owed->followed, owed->owed, 0, &text) == 0) {
        object = json_pack("{s:o, s:s, s:o}", "name", json_text(memory, session->formulas.name[number]),
                           "status", texts[owed->status], "owes",
                           text.length == 0 ? json_null() : json_text(memory, text.data));
    }
    text_buffer_free(memory, &text);
    return object;
}

json_t *simulate_owed_json(const struct simulate_session *session, struct error *error) {
    json_t *list = json_array();
    struct owed owed;
    int failed = list == NULL ? no_memory(error) : 0;
    for (uint64_t i = 0; i < session->formulas.count && !failed; i++) {
        failed = look(session, i, walk_position(session->walk), &owed, error) != 0 ? -1
                 : json_array_append_new(list, owed_json(session, i, &owed)) != 0  ? no_memory(error)
                                                                                   : 0;
    }
    return failed ? (json_decref(list), NULL) : list;
}
