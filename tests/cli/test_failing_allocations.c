/*
 * Commands whose allocations fail, by a library that is loaded before the C library
 * (tests/cli/failing/preload.inc): one allocation alone, or all from one on, or the start of threads. The
 * command exits with 3 and says what memory it lacks, or does what it does without the failure: the same
 * output, the same files. It never crashes, hangs, cuts a file or leaves a temporary one. Properties may
 * become undecided beside others, whose exit status stays.
 */
#include <CUnit/CUnit.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/output_set.h"
#include "tests/support/testing.h"

#define FOLDER "tests/cli/failing"
#define MOST_WORDS 24
#define MOST_SECONDS 30u
#define MOST_TOLD 10u /* most mismatches that are printed */
#define SAMPLE 12u    /* allocations of each command that fail alone, in a short run */
#define THREADS 4u    /* threads of a command, of which each is the first that does not start */

static char library[PATH_BYTES]; /* "": none is loaded */
static uint64_t random_state, failures;

/* --- commands --- */

struct words {
    char text[512];
    const char *word[MOST_WORDS];
    unsigned count;
};

static void add_word(struct words *words, const char *word) {
    CU_ASSERT_FATAL(words->count + 1 < MOST_WORDS);
    words->word[words->count++] = word;
    words->word[words->count] = NULL;
}

/* Splits a line at blanks outside '..'. */
static void split(struct words *words, const char *line) {
    *words = (struct words){.count = 0};
    snprintf(words->text, sizeof words->text, "%s", line);
    char *at = words->text;
    add_word(words, getenv("HEDDLE"));
    while (*(at += strspn(at, " \n")) != '\0') {
        char end = *at == '\'' ? '\'' : ' ';
        at += end == '\'';
        add_word(words, at);
        at += strcspn(at, end == '\'' ? "'" : " \n");
        if (*at != '\0') {
            *at++ = '\0';
        }
    }
}

static int has_word(const struct words *words, const char *text) {
    for (unsigned i = 0; i < words->count; i++) {
        if (strcmp(words->word[i], text) == 0) {
            return 1;
        }
    }
    return 0;
}

static void choose_threads(struct words *words) {
    static const char *const with_threads[] = {"explore",  "check",   "scc",   "mec",
                                               "minimise", "compare", "solve", NULL};
    for (unsigned i = 0; with_threads[i] != NULL; i++) {
        if (strcmp(words->word[1], with_threads[i]) == 0) {
            add_word(words, "-d");
            add_word(words, "cpu");
            if (!has_word(words, "-j")) {
                add_word(words, "-j");
                add_word(words, "1");
            }
        }
    }
}

/* --- runs --- */

struct failing {
    uint64_t first, last, thread; /* as the library reads them; 0: nothing fails */
    const char *out;              /* standard output; NULL: it is taken, "": it is closed */
};

struct outcome {
    struct process process;
    struct output_set files;
};

static void set_number(const char *name, uint64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    setenv(name, text, 1);
}

/* Runs in the suite's folder. count: a file for the number of allocations, or NULL. */
static void run(const struct words *words, const struct failing *failing, const char *count,
                struct outcome *outcome) {
    char out[PATH_BYTES], err[PATH_BYTES];
    command_path("printed", out);
    command_path("said", err);
    fflush(NULL);
    pid_t pid = fork();
    CU_ASSERT_FATAL(pid >= 0);
    if (pid == 0) {
        setenv("HEDDLE_FRONT", "never", 1);
        if (*library != '\0') {
            setenv("LD_PRELOAD", library, 1);
        }
        set_number("FAILING_FIRST", failing->first);
        set_number("FAILING_LAST", failing->last);
        set_number("FAILING_THREAD", failing->thread);
        if (count != NULL) {
            setenv("FAILING_COUNT", count, 1);
        }
        if (chdir(command_folder()) != 0 || freopen("/dev/null", "r", stdin) == NULL ||
            freopen(failing->out != NULL && *failing->out != '\0' ? failing->out : out, "w", stdout) ==
                NULL ||
            freopen(err, "w", stderr) == NULL) {
            _exit(126);
        }
        if (failing->out != NULL && *failing->out == '\0') {
            close(STDOUT_FILENO);
        }
        alarm(MOST_SECONDS);
        execv(words->word[0], (char *const *)words->word);
        _exit(127);
    }
    process_finish(pid, out, err, &outcome->process);
    output_set_take(&outcome->files, command_folder(), "out");
}

static void outcome_free(struct outcome *outcome) {
    process_free(&outcome->process);
    output_set_free(&outcome->files);
}

/* --- comparisons --- */

/* The end of the line, and whether it depends on memory, which is another one where some was refused. */
static const char *end_of_line(const char *line, int *varies) {
    const char *end = line + strcspn(line, "\n");
    const char *memory = strstr(line, "memory"), *load = strstr(line, "table load"),
               *table = strstr(line, "table_load");
    *varies =
        (memory != NULL && memory < end) || (load != NULL && load < end) || (table != NULL && table < end);
    return *end == '\0' ? end : end + 1;
}

static int same_text(const char *left, const char *right) {
    while (*left != '\0' && *right != '\0') {
        int left_varies, right_varies;
        const char *left_end = end_of_line(left, &left_varies),
                   *right_end = end_of_line(right, &right_varies);
        size_t length = (size_t)(left_end - left);
        if (!(left_varies && right_varies) &&
            (length != (size_t)(right_end - right) || memcmp(left, right, length) != 0)) {
            return 0;
        }
        left = left_end;
        right = right_end;
    }
    return *left == *right;
}

static int same_file(const struct output_file *left, const struct output_file *right) {
    return (left->size == right->size && memcmp(left->bytes, right->bytes, left->size) == 0) ||
           (strlen(left->bytes) == left->size && strlen(right->bytes) == right->size &&
            same_text(left->bytes, right->bytes));
}

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* Whether `heddle verify` confirms the file. */
static int is_confirmed(const struct output_file *file) {
    const char *name = ends_with(file->name, ".gz") ? "evidence.json.gz" : "evidence.json";
    char path[PATH_BYTES];
    struct words words;
    struct outcome outcome;
    FILE *stream = fopen(command_path(name, path), "wb");
    CU_ASSERT_FATAL(stream != NULL && fwrite(file->bytes, 1, file->size, stream) == file->size);
    fclose(stream);
    split(&words, "verify");
    add_word(&words, name);
    run(&words, &(struct failing){0}, NULL, &outcome);
    int confirmed = outcome.process.code == 0;
    outcome_free(&outcome);
    return confirmed;
}

/*
 * Whether a file is what it would be without the failure; other evidence, if it is confirmed; or a whole
 * report, which may say that properties are undecided. Checkpoints are searches that end anywhere.
 */
static int is_whole(const struct output_file *file, const struct output_set *expected) {
    const struct output_file *other = output_set_find(expected, file->name);
    return strncmp(file->name, "out.saved/search", strlen("out.saved/search")) == 0 ||
           (other != NULL && same_file(file, other)) ||
           (ends_with(file->name, ".xml") && strstr(file->bytes, "</testsuites>\n") != NULL) ||
           (ends_with(file->name, ".html") && strstr(file->bytes, "</html>") != NULL) ||
           ((ends_with(file->name, ".json") || ends_with(file->name, ".json.gz")) && is_confirmed(file));
}

/* Whether verdicts differ at most in that they are undecided. */
static int same_verdicts(const char *text, const char *expected) {
    for (const char *line = expected; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *end = line + strcspn(line, "\n"), *word = strstr(line, "  holds");
        const char *violated = strstr(line, "  violated");
        word = violated != NULL && (word == NULL || violated < word) ? violated : word;
        if (word == NULL || word > end || *line == ' ') {
            continue;
        }
        char name[256], row[300], undecided[300];
        snprintf(name, sizeof name, "\n%.*s", (int)(word - line), line);
        snprintf(row, sizeof row, "%s  %.*s", name, word == violated ? 8 : 5, word + 2);
        snprintf(undecided, sizeof undecided, "%s  undecided", name);
        if (strstr(text, row) == NULL && strstr(text, undecided) == NULL) {
            return 0;
        }
    }
    return 1;
}

/* The same in JSON, which has no properties if the command was stopped before it had verdicts. */
static int same_json_verdicts(const char *text, const char *expected) {
    json_t *left = json_loads(text, 0, NULL), *right = json_loads(expected, 0, NULL);
    const json_t *some = json_object_get(left, "properties"), *all = json_object_get(right, "properties");
    int same = left != NULL && (some == NULL || json_array_size(some) == json_array_size(all));
    for (size_t i = 0; same && i < json_array_size(some); i++) {
        const char *verdict = command_text(json_array_get(some, i), "verdict");
        same = strcmp(verdict, "undecided") == 0 ||
               strcmp(verdict, command_text(json_array_get(all, i), "verdict")) == 0;
    }
    json_decref(left);
    json_decref(right);
    return same;
}

static int is_json_text(const char *text) {
    json_t *object = json_loads(text, 0, NULL);
    json_decref(object);
    return object != NULL;
}

/* What is wrong with an outcome; NULL for nothing. */
static const char *find_wrong(const struct words *words, const struct outcome *outcome,
                              const struct outcome *expected) {
    const struct process *process = &outcome->process, *other = &expected->process;
    const int is_json = has_word(words, "--json"), is_quiet = has_word(words, "-q");
    int same_files = outcome->files.count == expected->files.count;
    if (process->signal != 0) {
        return process->signal == SIGALRM ? "it hangs" : "it crashes";
    }
    for (unsigned i = 0; i < outcome->files.count; i++) {
        const struct output_file *file = &outcome->files.files[i];
        if (*file->name == '.' || strstr(file->name, "/.") != NULL) {
            return "a temporary file is left";
        }
        if (!is_whole(file, &expected->files)) {
            return "a file differs";
        }
    }
    if (process->code == other->code && same_files && same_text(process->out, other->out)) {
        return NULL;
    }
    if (process->code != 3 && process->code != other->code) {
        return "the exit status is another one";
    }
    if (is_json && *process->out != '\0' && !is_json_text(process->out)) {
        return "the JSON is cut off";
    }
    if (process->code == 3) {
        return strstr(process->err, "memory") != NULL || strstr(process->err, "threads") != NULL ||
                       other->code == 3
                   ? NULL
                   : "it does not say why";
    }
    if (process->code != 1 && !has_word(words, "--strict")) {
        return "the output differs";
    }
    int is_told = strstr(process->err, "memory") != NULL;
    if (is_told && (is_quiet || *process->out == '\0')) {
        return NULL;
    }
    return (is_json ? same_json_verdicts(process->out, other->out)
                    : same_verdicts(process->out, other->out)) &&
                   (is_told || same_files)
               ? NULL
               : "the verdicts differ";
}

/* --- failures --- */

struct trial {
    const char *line;
    struct words words;
    struct outcome expected;
    unsigned mismatches, runs;
};

static void try_failure(struct trial *trial, struct failing failing) {
    struct outcome outcome;
    run(&trial->words, &failing, NULL, &outcome);
    const char *wrong = find_wrong(&trial->words, &outcome, &trial->expected);
    trial->runs++;
    if (wrong != NULL && trial->mismatches++ < MOST_TOLD) {
        printf("allocations %llu to %llu, thread %llu: %s: exit %d instead of %d: %s\n%s",
               (unsigned long long)failing.first, (unsigned long long)failing.last,
               (unsigned long long)failing.thread, wrong, outcome.process.code, trial->expected.process.code,
               trial->line, outcome.process.err);
    }
    outcome_free(&outcome);
}

static uint64_t count_allocations(struct trial *trial) {
    char path[PATH_BYTES];
    command_path("count", path);
    run(&trial->words, &(struct failing){0}, path, &trial->expected);
    char *text = process_read_file(path, NULL);
    uint64_t count = text == NULL ? 0 : strtoull(text, NULL, 10);
    free(text);
    return count;
}

static void try_command(const char *line, unsigned *mismatches) {
    struct trial trial = {.line = line};
    split(&trial.words, line);
    choose_threads(&trial.words);
    const uint64_t count = count_allocations(&trial), sample = number_of_cases(SAMPLE);
    const int all = test_is_long();
    for (uint64_t k = 1; k <= count; k++) {
        if (all || random_draw(&random_state, (uint32_t)count) < sample) {
            try_failure(&trial, (struct failing){.first = k, .last = k});
        }
        if (random_draw(&random_state, all ? 8 : (uint32_t)(4 * count)) < (all ? 1 : sample)) {
            try_failure(&trial, (struct failing){.first = k, .last = UINT64_MAX});
        }
    }
    for (uint64_t thread = 1; has_word(&trial.words, "2") && thread <= THREADS; thread++) {
        try_failure(&trial, (struct failing){.thread = thread});
    }
    failures += trial.runs;
    *mismatches += trial.mismatches;
    outcome_free(&trial.expected);
}

/* --- files and standard output that take nothing --- */

static void expect_full(const struct trial *trial, const char *out, const char *file, unsigned *mismatches) {
    struct outcome outcome;
    char path[PATH_BYTES];
    if (file != NULL) {
        CU_ASSERT_EQUAL(symlink("/dev/full", command_path(file, path)), 0);
    }
    run(&trial->words, &(struct failing){.out = out}, NULL, &outcome);
    if (file != NULL) {
        unlink(path);
    }
    if (outcome.process.code != 2 ||
        strstr(outcome.process.err, file != NULL ? file : "standard output") == NULL) {
        printf("%s takes nothing: exit %d: %s%s", file != NULL ? file : "standard output",
               outcome.process.code, trial->line, outcome.process.err);
        ++*mismatches;
    }
    outcome_free(&outcome);
}

/* Whatever a command writes, it exits with 2 where there is no room for it. */
static void try_full(const char *line, unsigned *mismatches) {
    struct trial trial = {.line = line};
    split(&trial.words, line);
    choose_threads(&trial.words);
    run(&trial.words, &(struct failing){0}, NULL, &trial.expected);
    if (*trial.expected.process.out != '\0' && trial.expected.process.code != 2) {
        expect_full(&trial, "/dev/full", NULL, mismatches);
        expect_full(&trial, "", NULL, mismatches);
    }
    for (unsigned i = 0; i < trial.expected.files.count; i++) {
        const char *name = trial.expected.files.files[i].name;
        if (strchr(name, '/') == NULL && has_word(&trial.words, name)) {
            expect_full(&trial, NULL, name, mismatches);
        }
    }
    outcome_free(&trial.expected);
}

/* --- the table --- */

static void copy_inputs(void) {
    DIR *entries = opendir(FOLDER);
    CU_ASSERT_PTR_NOT_NULL_FATAL(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char path[PATH_BYTES];
        snprintf(path, sizeof path, FOLDER "/%.200s", entry->d_name);
        char *text = *entry->d_name == '.' ? NULL : process_read_file(path, NULL);
        if (text != NULL) {
            command_put_file(entry->d_name, text);
        }
        free(text);
    }
    closedir(entries);
}

static void make_input(const char *line) {
    struct words words;
    struct outcome outcome;
    split(&words, line);
    const char *kept =
        words.count > 2 && strcmp(words.word[words.count - 2], ">") == 0 ? words.word[words.count - 1] : NULL;
    words.count -= kept == NULL ? 0 : 2;
    words.word[words.count] = NULL;
    choose_threads(&words);
    run(&words, &(struct failing){0}, NULL, &outcome);
    if (kept != NULL) {
        command_put_file(kept, outcome.process.out);
    }
    CU_ASSERT(outcome.process.signal == 0 && outcome.process.code != 2);
    outcome_free(&outcome);
}

/* Calls `use` for each command. is_first: the inputs must be made. */
static void for_commands(void (*use)(const char *line, unsigned *mismatches), int is_first) {
    char line[512];
    unsigned mismatches = 0, commands = 0;
    FILE *table = fopen(FOLDER "/commands.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    while (fgets(line, sizeof line, table) != NULL) {
        if (strncmp(line, "first ", strlen("first ")) == 0) {
            if (is_first) {
                make_input(line + strlen("first "));
            }
        } else if (*line != '#' && *line != '\n') {
            commands++;
            use(line, &mismatches);
        }
    }
    fclose(table);
    CU_ASSERT(commands >= 140);
    CU_ASSERT_EQUAL(mismatches, 0);
}

static void test_full(void) {
    if (access("/dev/full", W_OK) != 0) {
        test_skip("failing_allocations: a full disk", "there is no /dev/full");
        return;
    }
    for_commands(try_full, 0);
}

static int build_library(void) {
    char source[PATH_BYTES], command[4 * PATH_BYTES];
    if (getenv("CC") == NULL) {
        return -1;
    }
    snprintf(command, sizeof command, "%s -w -shared -fPIC -o %s -x c %s -ldl", getenv("CC"),
             command_path("preload.so", library), command_path("preload.inc", source));
    return system(command);
}

static void ignore(const char *line, unsigned *mismatches) {
    (void)line, (void)mismatches;
}

static void test_allocations(void) {
    copy_inputs();
    for_commands(ignore, 1);
#ifdef HEDDLE_SANITIZED
    (void)build_library, (void)try_command;
    test_skip("failing allocations", "sanitizers replace malloc themselves");
#else
    if (build_library() != 0) {
        *library = '\0';
        test_skip("failing allocations", "CC builds no library that replaces malloc");
        return;
    }
    random_state = number_from_environment("HEDDLE_SEED", 1);
    for_commands(try_command, 0);
    report_counts("failures", failures, NULL);
#endif
}

void suite_failing_allocations(void) {
    if (!command_available()) {
        test_skip("failing_allocations", "HEDDLE (the command) or EXAMPLES is not set");
        return;
    }
    suite_add("failing_allocations", command_open, command_close, "every command, each allocation",
              test_allocations, "files and standard output that take nothing", test_full, NULL);
}
