#ifndef HEDDLE_TESTS_SUPPORT_COMMAND_H
#define HEDDLE_TESTS_SUPPORT_COMMAND_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "tests/support/process.h"

/*
 * Tests of the command as a program: the binary is $HEDDLE, the models are in the folder $EXAMPLES, and each
 * suite works in a folder of its own. The folder is kept here, because CUnit's tests take no context.
 */
#define PATH_BYTES 512

/* Whether $HEDDLE and $EXAMPLES are set. */
int command_available(void);

/* The suite's folder is made and removed: for suite_add. */
int command_open(void);
int command_close(void);
const char *command_folder(void);

/* Paths in that folder and in $EXAMPLES; the buffer has PATH_BYTES. */
const char *command_path(const char *name, char *buffer);
const char *command_example(const char *name, char *buffer);
/* A table in $EXAMPLES, after its first line, which must be the heading. The caller closes it. */
FILE *command_table(const char *name, const char *heading);
/* The path (256 bytes) of a model of expected.tsv, in $EXAMPLES; how many states it has. */
uint64_t command_model(const char *model, char *path);
void command_put_file(const char *name, const char *text);
int command_has_file(const char *name);
/*
 * How many temporary files lie in the folder: their names begin with a dot. They are removed when asked to.
 */
unsigned command_temporaries(int remove_them);
/* Until the process writes a file that is not under its name yet, or has ended. */
void command_await_temporary(pid_t pid);

/* Runs heddle with the arguments; the caller frees the process with process_free. */
#define command_run(process, ...) command_run_to(NULL, process, __VA_ARGS__, (const char *)NULL)
/* The same with NULL after the arguments, standard output going to `out`. */
void command_run_to(const char *out, struct process *process, ...);
/* Starts the command and does not wait; the caller ends with process_finish. */
pid_t command_start(const char *out, const char *err, ...);

/* Exit code, and a text in standard error unless NULL. */
void command_expect(const struct process *process, int code, const char *in_stderr);
/* The same, and frees the process. */
void command_ends(struct process *process, int code, const char *in_stderr);
/* Runs heddle with the arguments, which must end so. */
#define command_exits(code, in_stderr, ...) command_exits_so(code, in_stderr, __VA_ARGS__, (const char *)NULL)
void command_exits_so(int code, const char *in_stderr, ...) __attribute__((sentinel));
/* Each text in standard output. */
#define command_prints(...) command_prints_all(__VA_ARGS__, (const char *)NULL)
void command_prints_all(const struct process *process, ...) __attribute__((sentinel));
/* `heddle verify PATH` confirms evidence, and prints the text. */
void command_confirms(const char *path, const char *text);
/*
 * Runs `heddle verify --json` on a file in the folder: the exit code, and a text in the reason (0, 1) or in
 * standard error. If the text is not there, `what` is printed.
 */
void command_verify(const char *name, int code, const char *expected, const char *what);
/* The caller releases it with json_decref. */
json_t *command_json(const char *text);
/* The JSON that heddle prints with these arguments, which must end so; the same. */
#define command_json_of(code, in_stderr, ...)                                                                \
    command_json_of_all(code, in_stderr, __VA_ARGS__, (const char *)NULL)
json_t *command_json_of_all(int code, const char *in_stderr, ...) __attribute__((sentinel));
/* The properties of a check's JSON without the times that they took, which differ from run to run. The caller
 * releases them with json_decref. */
json_t *command_properties(const json_t *object);
/* `heddle explore --json PATH OPTION`, which must exit with `code`; its JSON. */
json_t *command_explore(const char *path, const char *option, int code);
uint64_t command_number(const json_t *object, const char *key);
/* "" where there is no such text. */
const char *command_text(const json_t *object, const char *key);
/* The property with this index in the output of `heddle check --json`. */
const json_t *command_property(const json_t *object, size_t index);

#endif
