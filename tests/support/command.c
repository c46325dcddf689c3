/* Runs $HEDDLE and examines its output. */
#include "tests/support/command.h"

#include <CUnit/CUnit.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/workplace.h"

#define MOST_ARGUMENTS 24

int command_available(void) {
    return getenv("HEDDLE") != NULL && getenv("EXAMPLES") != NULL;
}

int command_open(void) {
    test_folder_create(&place.folder);
    return 0;
}

int command_close(void) {
    test_folder_remove(&place.folder);
    return access(place.folder.path, F_OK) == 0;
}

const char *command_folder(void) {
    return place.folder.path;
}

const char *command_path(const char *name, char *buffer) {
    snprintf(buffer, PATH_BYTES, "%s/%s", place.folder.path, name);
    return buffer;
}

const char *command_example(const char *name, char *buffer) {
    snprintf(buffer, PATH_BYTES, "%s/%s", getenv("EXAMPLES"), name);
    return buffer;
}

FILE *command_table(const char *name, const char *heading) {
    char path[PATH_BYTES], line[1024];
    FILE *table = fopen(command_example(name, path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, table));
    CU_ASSERT_STRING_EQUAL(line, heading);
    return table;
}

uint64_t command_model(const char *model, char *path) {
    char table_path[PATH_BYTES], line[1024], name[128];
    uint64_t states = 0;
    int found = 0;
    FILE *table = fopen(command_example("expected.tsv", table_path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    while (!found && fgets(line, sizeof line, table) != NULL) {
        found = sscanf(line, "%127[^\t]\t%*[^\t]\t%255[^\t]\t%*[^\t]\t%" SCNu64, name, path, &states) == 3 &&
                strcmp(name, model) == 0;
    }
    fclose(table);
    if (!found) {
        printf("\n  no model %s in expected.tsv", model);
    }
    CU_ASSERT_FATAL(found);
    return states;
}

void command_put_file(const char *name, const char *text) {
    char path[PATH_BYTES];
    FILE *file = fopen(command_path(name, path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

int command_has_file(const char *name) {
    char path[PATH_BYTES];
    return access(command_path(name, path), F_OK) == 0;
}

unsigned command_temporaries(int remove_them) {
    DIR *entries = opendir(command_folder());
    struct dirent *entry;
    unsigned found = 0;
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.' && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            char path[2 * PATH_BYTES];
            snprintf(path, sizeof path, "%s/%s", command_folder(), entry->d_name);
            found++;
            if (remove_them) {
                remove(path);
            }
        }
    }
    closedir(entries);
    return found;
}

/* Whether the process has a file in the suite's folder open that has no name. */
static int has_nameless_file(pid_t pid) {
    char path[64], target[2 * PATH_BYTES];
    int found = 0;
    for (int fd = 3; fd < 32 && !found; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)process_worker(pid), fd);
        ssize_t length = readlink(path, target, sizeof target - 1);
        target[length < 0 ? 0 : length] = '\0';
        found = strncmp(target, command_folder(), strlen(command_folder())) == 0 &&
                strstr(target, " (deleted)") != NULL;
    }
    return found;
}

void command_await_temporary(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    for (int ended = 0; !ended && command_temporaries(0) == 0 && !has_nameless_file(pid);) {
        char *text = process_read_file(path, NULL);
        ended = text == NULL || strstr(text, "State:\tZ") != NULL;
        free(text);
        usleep(200);
    }
}

static pid_t start(const char *out, const char *err, va_list arguments) {
    const char *argv[MOST_ARGUMENTS] = {getenv("HEDDLE")};
    for (int i = 1; i < MOST_ARGUMENTS - 1 && (argv[i] = va_arg(arguments, const char *)) != NULL; i++) {
    }
    return process_start(argv, out, err);
}

pid_t command_start(const char *out, const char *err, ...) {
    va_list arguments;
    va_start(arguments, err);
    pid_t pid = start(out, err, arguments);
    va_end(arguments);
    return pid;
}

static void run_to(const char *out, struct process *process, va_list arguments) {
    char out_path[PATH_BYTES], err_path[PATH_BYTES];
    out = out != NULL ? out : command_path("stdout", out_path);
    command_path("stderr", err_path);
    process_finish(start(out, err_path, arguments), out, err_path, process);
}

void command_run_to(const char *out, struct process *process, ...) {
    va_list arguments;
    va_start(arguments, process);
    run_to(out, process, arguments);
    va_end(arguments);
}

void command_expect(const struct process *process, int code, const char *in_stderr) {
    if (process->code != code || (in_stderr != NULL && strstr(process->err, in_stderr) == NULL)) {
        printf("\n  exit %d (signal %d) where %d was expected, with '%s' in: %s", process->code,
               process->signal, code, in_stderr != NULL ? in_stderr : "", process->err);
        CU_FAIL("wrong exit or message");
    } else {
        CU_PASS("");
    }
}

void command_ends(struct process *process, int code, const char *in_stderr) {
    command_expect(process, code, in_stderr);
    process_free(process);
}

void command_exits_so(int code, const char *in_stderr, ...) {
    struct process process;
    va_list arguments;
    va_start(arguments, in_stderr);
    run_to(NULL, &process, arguments);
    va_end(arguments);
    command_ends(&process, code, in_stderr);
}

json_t *command_json_of_all(int code, const char *in_stderr, ...) {
    struct process process;
    va_list arguments;
    va_start(arguments, in_stderr);
    run_to(NULL, &process, arguments);
    va_end(arguments);
    json_t *object = command_json(process.out);
    command_ends(&process, code, in_stderr);
    return object;
}

void command_prints_all(const struct process *process, ...) {
    va_list texts;
    va_start(texts, process);
    for (const char *text; (text = va_arg(texts, const char *)) != NULL;) {
        if (strstr(process->out, text) == NULL) {
            printf("\n  '%s' was expected in: %s", text, process->out);
            CU_FAIL("wrong output");
        } else {
            CU_PASS("");
        }
    }
    va_end(texts);
}

void command_confirms(const char *path, const char *text) {
    struct process process;
    command_run(&process, "verify", path);
    command_expect(&process, 0, NULL);
    command_prints(&process, text);
    process_free(&process);
}

void command_verify(const char *name, int code, const char *expected, const char *what) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "verify", "--json", command_path(name, path));
    command_expect(&process, code, code > 1 ? expected : NULL);
    if (code > 1) {
        CU_ASSERT(code == 3 || process.out[0] == '\0');
    } else {
        json_t *object = command_json(process.out);
        const char *reason = command_text(object, "reason");
        if (strstr(reason, expected) == NULL) {
            printf("\n  %s\n  '%s' was expected in: %s\n", what, expected, reason);
            CU_FAIL("a wrong reason");
        }
        CU_ASSERT_STRING_EQUAL(command_text(object, "verdict"), code == 0 ? "confirmed" : "refuted");
        json_decref(object);
    }
    process_free(&process);
}

json_t *command_json(const char *text) {
    json_error_t error;
    json_t *object = json_loads(text, 0, &error);
    if (object == NULL) {
        printf("\n  no JSON (%s): %s", error.text, text);
    }
    CU_ASSERT_PTR_NOT_NULL(object);
    return object;
}

json_t *command_properties(const json_t *object) {
    json_t *properties = json_deep_copy(json_object_get(object, "properties")), *property;
    size_t i;
    json_array_foreach(properties, i, property) {
        CU_ASSERT_EQUAL(json_object_del(property, "seconds"), 0);
    }
    return properties;
}

uint64_t command_number(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    CU_ASSERT(json_is_integer(value));
    return (uint64_t)json_integer_value(value);
}

json_t *command_explore(const char *path, const char *option, int code) {
    json_t *object = command_json_of(code, NULL, "explore", "--json", path, option);
    return object;
}

const char *command_text(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? "" : text;
}

const json_t *command_property(const json_t *object, size_t index) {
    return json_array_get(json_object_get(object, "properties"), index);
}
