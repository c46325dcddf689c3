#ifndef HEDDLE_CLI_SIMULATE_SIMULATE_SESSION_H
#define HEDDLE_CLI_SIMULATE_SIMULATE_SESSION_H

#include <stdint.h>
#include <stdio.h>

#include "api/property_list.h"
#include "checker/simulate/followed.h"
#include "frontend/formats/table/file_format.h"
#include "frontend/language/language.h"

struct error;
struct evidence_subject;
struct job;
struct line_reader;
struct property_options;

/* The formulas that are followed (simulate_owed.c). A zeroed one has none. */
struct simulate_formulas {
    struct property_list list;
    struct property *property; /* of the list */
    uint64_t properties, count;
    followed **followed; /* [count] */
    const char **name;   /* [count] */
    int width;           /* of names, where they are shown */
};

/* A session of `heddle simulate`: a walk, with its input and output. cli/simulate/simulate.c owns all of
 * them. */
struct simulate_session {
    struct job *job;
    walk *walk;
    const struct evidence_subject *subject;
    walker *walker; /* what walks */
    language_tree *tree;
    const label_table *labels; /* knows the names of the internal action */
    FILE *out;                 /* output; NULL: nothing is shown */
    int interactive;           /* shows the current state after each command, and continues after errors */
    int full_screen;           /* the full screen shows the state */
    uint64_t seed, random;     /* seed and state of the random number generator */
    int used_random;
    char *explanation;  /* what a loaded trace shows at its end, sized; or NULL */
    uint64_t explained; /* walk_added when the trace was loaded */
    struct simulate_formulas formulas;
    int ended; /* a command ended the session */
};

/* Carries out one line. Returns 0, or -1 with *error filled, without the line's position. */
int simulate_line(struct simulate_session *session, char *line, struct error *error);
/* Takes `steps` random steps, or fewer if a deadlock is reached. Steps before an error remain. */
int simulate_random(struct simulate_session *session, uint64_t steps, struct error *error);
/* Whether the steps end in a loop that has steps. */
int simulate_has_loop(const struct simulate_session *session);

/*
 * Ways to a label, or labels that match a pattern; `text` is written as for check --never. In
 * simulate_reach.c. Both return 0, or -1 with *error filled.
 */
/* Takes random steps up to the first one with the label. */
int simulate_until(struct simulate_session *session, const char *text, struct error *error);
/* Takes a shortest way from here to a transition with the label, and this transition; if there is no such
 * label and the text is "deadlock": to a deadlock. A search finds it. */
int simulate_reach(struct simulate_session *session, const char *text, struct error *error);

extern const enum file_format simulate_formats[5];
/* Writes the steps so far. chosen: index into simulate_formats; -1: the file name determines the format. */
int simulate_save(struct simulate_session *session, const struct file_output *output, struct error *error);

/* Loads a trace and goes to its beginning. Returns 0, or -1 with the job's error. In simulate_trace.c. */
int simulate_load(struct simulate_session *session, const char *path, walker *walker);

/* What the loaded trace shows, if the walk is at its end; or NULL. */
const char *simulate_explanation(const struct simulate_session *session);

/* --- formulas, in simulate_owed.c --- */

/* Reads the formulas of the options. Returns 0, or -1 with the job's error; free them in any case. */
int simulate_formulas_read(struct job *job, const struct property_options *options, language_tree *tree,
                           struct simulate_formulas *formulas);
/* Begins to follow them along the session's walk. Likewise. */
int simulate_formulas_follow(struct simulate_session *session);
void simulate_formulas_free(struct job *job, struct simulate_formulas *formulas);
/* Shows what is owed: 0, or -1 with *error filled. */
int simulate_show_owed(const struct simulate_session *session, struct error *error);
/* Shows where a step of the walk, from 0 on, changed what is owed. Likewise. */
int simulate_show_owed_changes(const struct simulate_session *session, uint64_t step, struct error *error);
/* Replaces the text by a line about the formula of this number. Likewise. */
int simulate_owed_line(const struct simulate_session *session, uint64_t number, struct text_buffer *line,
                       struct error *error);
/* The formulas with what is owed; NULL with *error filled. */
struct json_t *simulate_owed_json(const struct simulate_session *session, struct error *error);

/* --- output, in simulate_show.c --- */

/* Prints a line about what happened, unless there is no output. */
void simulate_say(const struct simulate_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* everything: shows all processes; otherwise, if there are many, those that the last step changed. */
void simulate_show_state(const struct simulate_session *session, int everything);
/* Whether the run must stop: 0, or -1 with *error filled. */
int simulate_should_stop(const struct simulate_session *session, struct error *error);
/* Lists the initial states, only the first ones unless `all`: 0, or -1 if the run must stop. */
int simulate_show_initial(const struct simulate_session *session, int all, struct error *error);
/* Shows the choices, only the first ones unless `all`. Returns 0, or -1 with *error filled. */
int simulate_show_choices(const struct simulate_session *session, int all, struct error *error);
/*
 * After choices could not be made: if that is an error of the model in this state, shows it, for other states
 * can still be visited, and returns 0; else -1.
 */
int simulate_show_error(const struct simulate_session *session, const struct error *error);
/* The same after random steps: shows the error, unless it is shown next. */
int simulate_end_walk(const struct simulate_session *session, const struct error *error);
/* Shows what the loaded trace shows at its end, if this is its end. */
void simulate_show_explanation(const struct simulate_session *session);
/* Shows state and choices, and the step that `next` would take. */
int simulate_show_here(const struct simulate_session *session, int everything, struct error *error);
/* Shows steps (from, to] of the walk, one per line; in an interactive session the middle of many steps is
 * left out: 0, or -1 if the run must stop. */
int simulate_show_steps(const struct simulate_session *session, uint64_t from, uint64_t to,
                        struct error *error);

#endif
