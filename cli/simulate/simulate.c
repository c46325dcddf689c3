/* heddle simulate: steps through a network, by hand, by a script or at random. */
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text/json_text.h"
#include "base/text/text.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/trace_step.h"
#include "cli/check/property_options.h"
#include "cli/common.h"
#include "cli/simulate/line_editor.h"
#include "cli/simulate/line_reader.h"
#include "cli/simulate/screen.h"
#include "cli/simulate/simulate_command.h"
#include "cli/program.h"
#include "api/output_name.h"
#include "cli/simulate/simulate_session.h"
#include "cli/terminal.h"
#include "explorer/model/network.h"

struct command_options {
    struct run_options run;
    struct reader_options reader;
    struct property_options properties; /* formulas that are followed */
    const char *script, *trace, *output;
    int format;      /* index into simulate_formats, or -1 */
    uint64_t random; /* steps; NO_STEPS: not given */
    uint64_t seed;
    int full_screen;
};

#define NO_STEPS UINT64_MAX

static const struct option_row rows[] = {
    {"script", 's', OPTION_TEXT, offsetof(struct command_options, script), "FILE", 0, 0,
     "take the commands from FILE, one a line (-: standard input, the default if it is not a terminal)"},
    {"random", 'r', OPTION_NUMBER, offsetof(struct command_options, random), "N", 0, NO_STEPS - 1,
     "take N random steps first; then read only the commands of --script, if there is one"},
    {"seed", 0, OPTION_NUMBER, offsetof(struct command_options, seed), "N", 0, UINT64_MAX,
     "seed of the random steps: the same seed gives the same steps (default: 1)"},
    {"trace", 0, OPTION_TEXT, offsetof(struct command_options, trace), "FILE", 0, 0,
     "load a trace, to follow with next and goto"},
    {"ltl", 0, OPTION_LIST, offsetof(struct command_options, properties.texts[PROPERTY_LTL]), "FORMULA", 0, 0,
     "show after each step what FORMULA of linear temporal logic asks of the rest of the run (docs/ltl.md); "
     "repeatable"},
    {"property", 'p', OPTION_LIST, offsetof(struct command_options, properties.formula_files), "FILE", 0, 0,
     "the same for the formula in FILE (.ltl), or for those of linear temporal logic in the suite FILE (- "
     "for "
     "standard input); repeatable"},
    {"full-screen", 'f', OPTION_FLAG, offsetof(struct command_options, full_screen), NULL, 0, 0,
     "show processes, transitions and steps side by side, after --script and --random; the key ? lists the "
     "keys"},
    {"output", 'o', OPTION_TEXT, offsetof(struct command_options, output), "FILE", 0, 0,
     "write the steps to FILE at the end: .txt (a table), .aut, .json or .html (to look at in a browser)"},
    {"format", 0, OPTION_CHOICE, offsetof(struct command_options, format), "txt|aut|json|html", 0, 0,
     "what --output writes (default: what the name of FILE ends in, txt for - and pipes)"},
    JOB_ROWS(struct command_options, "print no steps"),
    READER_ROWS(struct command_options),
};

static const struct option_argument arguments[] = {
    {"trace", COMPLETION_FILES, "json aut"},
    {"property", COMPLETION_FILES, "ltl suite"},
    {"output", COMPLETION_FILES, "txt aut json html"},
    {NULL, COMPLETION_FILES, NULL},
};

static const struct option_rule rules[] = {
    {"format", OPTION_NEEDS, "output", "says what --output writes"},
    {"random", OPTION_EXCLUDES, "trace", "begins a walk"},
    {NULL, OPTION_NEEDS, NULL, NULL},
};

const struct options_command simulate_command = {
    .name = "simulate",
    .operands = "NET",
    .endings = "exp aut prism pm nm sm pnm",
    .summary = "step through a network",
    .description =
        "Steps through the network NET from its initial state. On a terminal it shows the state and the "
        "possible transitions, and asks for commands; otherwise it reads them from standard "
        "input. " SIMULATE_LETTERS
        "\n\nA script has the same commands, one in each line; # begins a comment. A "
        "command that is not possible ends it with exit status 2. At the end, the state and the possible "
        "transitions are shown.\n\nLines can be edited: Tab completes, the arrow keys recall earlier lines, "
        "and Ctrl-R searches them. They are kept in $XDG_STATE_HOME/heddle/simulate_history (by default in "
        "~/.local/state).",
    .term_heading = "Typed while it runs",
    .term = simulate_term,
    .arguments = arguments,
    .rules = rules,
    .options = OPTIONS_TABLE(rows),
};

/* --- commands --- */

/* Adds the line of the script to an error, unless it has a place in a file that was read. */
static void place_error(struct error *error, const struct line_reader *reader) {
    const struct error plain = *error;
    char text[sizeof plain.path + sizeof plain.text];
    if (plain.code == ERROR_USAGE || plain.code == ERROR_IO ||
        (plain.code == ERROR_INPUT && plain.path[0] == '\0')) {
        error_at(error, plain.code == ERROR_USAGE ? ERROR_INPUT : plain.code,
                 (struct source_position){reader->path, reader->line, 0}, "%s",
                 error_describe(&plain, text, sizeof text));
    }
}

/* Reports an error. Returns 0 if the session continues, -1 if it ends. */
static int recover(struct simulate_session *session, const struct error *error) {
    char text[2048];
    struct error ignored;
    int interrupted = error->code == ERROR_INTERRUPTED;
    if (interrupted && job_resume() != 0) {
        return -1;
    }
    text_print(error_describe(error, text, sizeof text), 0, session->out);
    fputc('\n', session->out);
    if (interrupted) {
        simulate_show_here(session, 0, &ignored);
    }
    return 0;
}

/* Reads a command. Returns 1, 0 at the end, or -1. Ctrl-C at the prompt is an end, too. editor: NULL for
 * none. */
static int read_command(struct simulate_session *session, line_editor *editor, struct line_reader *reader,
                        char **line, struct error *error) {
    char prompt[32] = "";
    if (session->interactive) {
        snprintf(prompt, sizeof prompt, "%llu> ", (unsigned long long)walk_position(session->walk));
    }
    if (editor == NULL && session->interactive) {
        fputs(prompt, session->out);
    }
    fflush(session->out);
    int got = editor != NULL ? line_editor_next(editor, prompt, line, error)
                             : line_reader_next(reader, line, error);
    if (session->interactive && got <= 0) {
        fputc('\n', session->out);
        if (got < 0 && error->code == ERROR_INTERRUPTED && job_resume() == 0) {
            return 0;
        }
    }
    return got;
}

static int obey(struct simulate_session *session, const char *path, struct error *error) {
    struct line_reader reader;
    char *line;
    int got = -1;
    line_editor *editor = session->interactive ? line_editor_create(session) : NULL;
    if (line_reader_open(&reader, path, &session->job->run, error) == 0) {
        while (!session->ended && (got = read_command(session, editor, &reader, &line, error)) > 0) {
            if (simulate_line(session, line, error) == 0) {
                continue;
            }
            if (!session->interactive || recover(session, error) != 0) {
                place_error(error, &reader);
                got = -1;
                break;
            }
        }
    }
    line_editor_free(editor);
    line_reader_close(&reader);
    return got < 0 ? -1 : 0;
}

/* --- the end --- */

/* The number of a local state, or the value of a variable. */
static json_t *json_local(const walker *walker, uint32_t component, uint32_t state) {
    if (!walker_has_variables(walker)) {
        return json_integer(state);
    }
    struct walker_variable variable = walker_variable(walker, component);
    return variable.is_bool ? json_boolean(state != 0) : json_integer(variable.lowest + state);
}

static json_t *json_state(const struct simulate_session *session) {
    json_t *object = json_object();
    const uint32_t *state = walk_state(session->walk);
    for (uint32_t i = 0; i < session->subject->component_count; i++) {
        json_t *name = json_text(&session->job->memory, session->subject->components[i]);
        int failed = name == NULL || json_object_set_new(object, json_string_value(name),
                                                         json_local(session->walker, i, state[i])) != 0;
        json_decref(name);
        if (failed) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

/* The labels of the choices, each label once. */
static json_t *json_enabled(const struct simulate_session *session, const struct walker_transition *choices,
                            uint64_t count) {
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++) {
        if ((i == 0 || choices[i].label != choices[i - 1].label) &&
            json_array_append_new(list, json_text(&session->job->memory, choices[i].label)) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static int print_json(const struct simulate_session *session) {
    struct job *job = session->job;
    const struct walker_transition *choices;
    uint64_t count;
    if (walk_choices(session->walk, &choices, &count, &job->error) != 0) {
        return -1;
    }
    struct trace trace = walk_trace(session->walk);
    json_t *object = json_object();
    int failed =
        json_object_set_new(object, "command", json_string("simulate")) != 0 ||
        json_object_set_new(object, "input", json_text(&job->memory, session->subject->network)) != 0 ||
        (session->used_random && json_object_set_new(object, "seed", json_count(session->seed)) != 0) ||
        json_object_set_new(object, "steps", json_integer((json_int_t)trace.steps)) != 0 ||
        json_object_set_new(object, "trace", json_texts(&job->memory, trace.labels, trace.steps)) != 0 ||
        json_object_set_new(object, "state", json_state(session)) != 0 ||
        json_object_set_new(object, "enabled", json_enabled(session, choices, count)) != 0 ||
        json_object_set_new(object, "deadlock", json_boolean(count == 0)) != 0;
    if (session->formulas.count != 0) {
        json_t *owed = simulate_owed_json(session, &job->error);
        if (owed == NULL) {
            json_decref(object);
            return -1;
        }
        failed |= json_object_set_new(object, "ltl", owed) != 0;
    }
    json_t *local = trace_locals_json(session->subject, &trace, json_text, &job->memory); /* ends `choices` */
    failed |= !json_is_null(local) && json_object_set_new(object, "local", local) != 0;
    if (failed) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

static int show_end(struct simulate_session *session) {
    if (console_of(session->job)->json) {
        return print_json(session);
    }
    if (session->interactive) {
        return 0;
    }
    simulate_show_state(session, 1);
    int failed = simulate_show_owed(session, &session->job->error) != 0
                     ? -1
                     : simulate_show_choices(session, 0, &session->job->error);
    simulate_show_explanation(session);
    return failed;
}

/* --- the command --- */

/* Takes the random steps that were requested, and shows the first state. */
static int begin_walk(struct simulate_session *session, const struct command_options *options) {
    struct error *error = &session->job->error;
    if (options->random != NO_STEPS && session->out != NULL) {
        fprintf(session->out, "random steps, seed %llu\n", (unsigned long long)session->seed);
    }
    if (options->random != NO_STEPS && simulate_random(session, options->random, error) != 0) {
        return -1;
    }
    if (!session->interactive || options->full_screen) {
        return 0;
    }
    text_print(session->subject->network, 0, session->out);
    int variables = walker_has_variables(session->walker), one = session->subject->component_count == 1;
    fprintf(session->out, ": %u %s%s; `help` lists the commands\n", session->subject->component_count,
            variables ? "variable" : "process",
            one         ? ""
            : variables ? "s"
                        : "es");
    uint64_t initial;
    walker_initial(session->walker, &initial);
    if (initial > 1 && options->trace == NULL && simulate_show_initial(session, 0, error) != 0) {
        return -1;
    }
    return simulate_show_here(session, 0, error);
}

/* Shows the full screen, unless the script ended the session. */
static int show_screen(struct simulate_session *session) {
    session->interactive = 1;
    session->out = console_of(session->job)->json ? stderr : console_results(session->job);
    return session->ended ? 0 : screen_run(session, &session->job->error);
}

static int converse(struct simulate_session *session, const struct command_options *options) {
    struct job *job = session->job;
    int screen = options->full_screen;
    int reads = options->script != NULL || (options->random == NO_STEPS && !screen);
    job_end_progress(job); /* from now on, the terminal shows commands and their output */
    session->interactive = options->script == NULL && reads && isatty(STDIN_FILENO);
    if (session->interactive || !(console_of(job)->json || console_of(job)->quiet)) {
        session->out = console_of(job)->json ? stderr : console_results(job);
    }
    if (begin_walk(session, options) != 0 ||
        (reads && obey(session, options->script != NULL ? options->script : "-", &job->error) != 0) ||
        (screen && show_screen(session) != 0) ||
        (options->output != NULL &&
         simulate_save(session,
                       &(struct file_output){"--output", options->output, simulate_formats, "--format",
                                             options->format},
                       &job->error) != 0) ||
        show_end(session) != 0) {
        if (session->out != NULL) {
            fflush(session->out);
        }
        return job_fail(job);
    }
    return EXIT_DONE;
}

static int walk_through(struct job *job, walker *walker, language_tree *tree, const char *path,
                        const struct command_options *options) {
    struct evidence_subject subject = {path, language_options(tree), walker_names(walker),
                                       walker_components(walker), walker};
    struct simulate_session session = {.job = job,
                                       .subject = &subject,
                                       .walker = walker,
                                       .tree = tree,
                                       .labels = language_labels(tree),
                                       .seed = options->seed,
                                       .random = options->seed};
    session.walk = walk_create(walker, &job->run, &job->error);
    int failed = session.walk == NULL ||
                 simulate_formulas_read(job, &options->properties, tree, &session.formulas) != 0 ||
                 simulate_formulas_follow(&session) != 0 ||
                 (options->trace != NULL && simulate_load(&session, options->trace, walker) != 0);
    int code = failed ? job_fail(job) : converse(&session, options);
    terminal_release();
    memory_free_sized(&job->memory, session.explanation);
    simulate_formulas_free(job, &session.formulas);
    walk_free(session.walk);
    return code;
}

/* Whether commands or keys come from standard input. */
static int reads_stdin(const struct command_options *options) {
    return options->script != NULL ? strcmp(options->script, "-") == 0
                                   : options->random == NO_STEPS || options->full_screen;
}

static int simulate(struct job *job, const struct option_list *operands, void *values) {
    const struct command_options *options = values;
    const char *path = operands->items[0];
    language_tree *tree;
    if (options->full_screen && options->script != NULL && strcmp(options->script, "-") == 0) {
        error_set(&job->error, ERROR_USAGE,
                  "--full-screen reads keys from standard input: give --script a file");
        return job_fail(job);
    }
    if (property_options_read_stdin(&options->properties) && reads_stdin(options)) {
        error_set(&job->error, ERROR_USAGE,
                  "--property - and the commands are both read from standard input: give --script a file");
        return job_fail(job);
    }
    const struct job_output output = {
        {"--output", options->output, simulate_formats, "--format", options->format}, 1};
    if (job_configure(job, &options->run) != 0 || property_options_validate(job, &options->properties) != 0 ||
        job_output(job, &output, NULL) != 0 || job_read(job, path, &options->reader, &tree, NULL) != 0) {
        return job_fail(job);
    }
    walker *walker = language_walk(tree, &job->run, &job->error);
    int code = walker == NULL ? job_fail(job) : walk_through(job, walker, tree, path, options);
    walker_free(walker);
    language_free(tree);
    return code;
}

int simulate_main(int argc, char **argv) {
    struct command_options options = {
        .run = {.timeout = -1, .device = "auto"}, .random = NO_STEPS, .seed = 1, .format = -1};
    return job_command(&simulate_command, argc, argv, &options, simulate);
}
