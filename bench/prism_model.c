/* PRISM models to explore: the texts of examples/prism, which the build has made part of this program. */
#include "bench/prism_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "bench/bench.h"
#include "frontend/language/compile/language_compile.h"

#define MODEL_FILE "model.prism"

/* A text and its name; the Makefile lists them, too. */
struct model_text {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

#define TEXT(name, ...)                                                                                      \
    {name, (const unsigned char[]){__VA_ARGS__}, sizeof(const unsigned char[]){__VA_ARGS__}},

static const struct model_text texts[] = {
#include "bench/models.inc"
};

/* NULL if there is none. */
static const struct model_text *find_text(const char *name) {
    for (unsigned i = 0; i < LENGTH(texts); i++) {
        if (strcmp(texts[i].name, name) == 0) {
            return &texts[i];
        }
    }
    return NULL;
}

int prism_subject_exists(const struct prism_subject *which) {
    return find_text(which->text) != NULL;
}

/* Writes the model into the folder; `path` has SUBJECT_FOLDER + 20 bytes. */
static int write_model(const struct prism_subject *which, const char *folder, char *path,
                       struct error *error) {
    const struct model_text *text = find_text(which->text);
    snprintf(path, SUBJECT_FOLDER + 20, "%s/%s", folder, MODEL_FILE);
    FILE *file = fopen(path, "w");
    int failed = file == NULL || fwrite(text->bytes, 1, text->size, file) != text->size;
    failed |= file != NULL && fclose(file) != 0;
    return failed ? error_in(error, ERROR_IO, path, "cannot be written") : 0;
}

static int read_model(struct bench *bench, const struct prism_subject *which, const char *path,
                      struct subject *subject) {
    struct definitions definitions = {.memory = bench->run->memory};
    struct exp_options options = {.definitions = &definitions};
    int failed =
        *which->constants != '\0' && definitions_add(&definitions, which->constants, bench->error) != 0;
    failed = failed ||
             language_load(path, &options, bench->run, &subject->tree, &subject->network, bench->error) != 0;
    definitions_free(&definitions);
    return failed ? -1 : 0;
}

int prism_subject_open(struct bench *bench, const struct prism_subject *which, struct subject *subject) {
    char folder[SUBJECT_FOLDER], path[SUBJECT_FOLDER + 20];
    subject->expected = which->counts;
    if (subject_folder_create(folder, bench->error) != 0) {
        return -1;
    }
    int failed =
        write_model(which, folder, path, bench->error) != 0 || read_model(bench, which, path, subject) != 0;
    subject_folder_remove(folder);
    return failed ? -1 : 0;
}

/* --- Storm --- */

static const char storm_script[] =
    "import sys, time, stormpy\n"
    "program = stormpy.parse_prism_program(sys.argv[1], prism_compatibility=True, simplify=False)\n"
    "if sys.argv[2]: program = stormpy.instantiate_constants(program, sys.argv[2])[0]\n"
    "begin = time.perf_counter()\n"
    "stormpy.build_model(program, options=stormpy.BuilderOptions())\n"
    "print('seconds', time.perf_counter() - begin)\n";

/* Runs the script in the folder, and reads the line that it prints. */
static double run_storm(const char *python, const char *folder, const char *path, const char *constants) {
    char command[3 * SUBJECT_FOLDER + 200], line[200];
    double seconds = -1;
    snprintf(command, sizeof command, "exec '%s' '%s/storm.py' '%s' '%s' 2>/dev/null", python, folder, path,
             constants);
    FILE *output = popen(command, "r");
    while (output != NULL && fgets(line, sizeof line, output) != NULL) {
        if (strncmp(line, "seconds ", 8) == 0) {
            seconds = strtod(line + 8, NULL);
        }
    }
    return output != NULL && pclose(output) == 0 ? seconds : -1;
}

double prism_storm_seconds(const struct prism_subject *which) {
    char folder[SUBJECT_FOLDER], path[SUBJECT_FOLDER + 20], script[SUBJECT_FOLDER + 20];
    struct error error;
    double seconds = -1;
    const char *python = getenv("HEDDLE_STORM");
    python = python == NULL ? "build/storm/bin/python" : python;
    if (access(python, X_OK) != 0 || strlen(python) > SUBJECT_FOLDER ||
        subject_folder_create(folder, &error) != 0) {
        return -1;
    }
    snprintf(script, sizeof script, "%s/storm.py", folder);
    FILE *file = fopen(script, "w");
    if (file != NULL && fputs(storm_script, file) >= 0 && fclose(file) == 0 &&
        write_model(which, folder, path, &error) == 0) {
        seconds = run_storm(python, folder, path, which->constants);
    }
    subject_folder_remove(folder);
    return seconds;
}
