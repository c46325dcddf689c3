#ifndef HEDDLE_CLI_SIMULATE_SIMULATE_SESSION_H
#define HEDDLE_CLI_SIMULATE_SIMULATE_SESSION_H

#include <stdint.h>
#include <stdio.h>

#include "checker/verify/walk.h"
#include "frontend/formats/table/file_format.h"

struct error;
struct evidence_subject;
struct job;
struct line_reader;

/* A session of `heddle simulate`: a walk, and whom it talks to. The owner of all is cli/simulate/simulate.c.
 */
struct simulate_session {
    struct job *job;
    walk *walk;
    const struct evidence_subject *subject;
    const label_table *labels; /* tells names of the internal action */
    FILE *out;                 /* NULL: nothing is shown */
    int interactive;           /* shows where it is after each command, and errors do not end it */
    uint64_t seed, random;     /* the generator's beginning and its state */
    int used_random;
    int ended; /* by a command */
};

/* Carries out one line; 0, or -1 with *error filled, without the line's position. */
int simulate_line(struct simulate_session *session, char *line, struct error *error);
/* `steps` random steps, or fewer when there is a deadlock. Those made before an error stay. */
int simulate_random(struct simulate_session *session, uint64_t steps, struct error *error);
/* Writes the steps so far. */
/* chosen: index into simulate_formats, or -1: by the name. */
extern const enum file_format simulate_formats[5];
int simulate_save(struct simulate_session *session, const char *path, int chosen, struct error *error);

/* Loads a trace, to be gone along; 0, or -1 with the job's error. simulate_trace.c. */
int simulate_load(struct simulate_session *session, const char *path, semantics *semantics);

/* --- what is shown: simulate_show.c --- */

/* everything: all components, else those that the last step changed when there are many. */
void simulate_show_state(const struct simulate_session *session, int everything);
/* The choices, the first of them unless `all`; 0, or -1 with *error filled. */
int simulate_show_choices(const struct simulate_session *session, int all, struct error *error);
/* Both, and the step that `next` would take. */
int simulate_show_here(const struct simulate_session *session, int everything, struct error *error);
/* Steps (from, to] of the walk, a line each; when people look on, the middle of many is left out. */
void simulate_show_steps(const struct simulate_session *session, uint64_t from, uint64_t to);

#endif
